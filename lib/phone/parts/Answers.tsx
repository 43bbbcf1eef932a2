import { Icon } from "@/components/icons/Icon.tsx";
import { Countdown } from "@/lib/phone/parts/Countdown.tsx";
import { Refusal } from "@/lib/phone/parts/Refusal.tsx";
import { answer, putAside, undo } from "@/lib/phone/inbox/answering.ts";
import { answerOf, answerText, type Standing } from "@/lib/phone/inbox/card.ts";
import { whenOf } from "@/lib/phone/inbox/days.ts";
import type { Entry } from "@/lib/phone/inbox/inbox.ts";
import { heldInstead } from "@/lib/phone/inbox/refusal.ts";
import { goTo } from "@/lib/phone/page/navigation.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { answerWords } from "@/lib/words/phone/answering.ts";

interface AnswersProps {
  entry: Entry;
  standing: Standing;
  language: Language;
  now: number;
}

/** The answer of a notification in the list: its buttons, or their outcome. */
export function Answers({ entry, standing, language, now }: AnswersProps) {
  const { notification, pairing, isFresh } = entry;
  const words = speak(answerWords, language);
  if (standing.kind !== "open") {
    return <Outcome standing={standing} entry={entry} language={language} now={now} />;
  }
  const device = pairing.deviceId;
  return (
    <div class="answers" role="group" aria-label={words.group}>
      {notification.actions.map((action) => (
        <button
          key={action.id}
          type="button"
          class="answer"
          dir="auto"
          disabled={!isFresh}
          onClick={() => answer(device, notification, { action })}
        >
          {action.label}
        </button>
      ))}
      {notification.allowReply && (
        <button
          type="button"
          class="answer answer-text"
          disabled={!isFresh}
          onClick={() =>
            goTo({ name: "card", device, id: notification.id, answer: null, isWriting: true })}
        >
          <Icon name="reply" class="icon" />
          {words.write}
        </button>
      )}
    </div>
  );
}

/** Outcome of an answer, or the reason why none can be given. */
export function Outcome({ entry, standing, language, now }: AnswersProps) {
  const { notification, pairing } = entry;
  const words = speak(answerWords, language);
  switch (standing.kind) {
    case "plain":
    case "open":
      return null;
    case "waiting":
      return (
        <div class="outcome outcome-waiting">
          <p dir="auto">{words.waiting(answerText(answerOf(standing.item)))}</p>
          <Countdown until={standing.until} />
          <button type="button" class="button" onClick={() => undo(standing.item)}>
            <Icon name="undo-2" class="icon" />
            {words.undo}
          </button>
        </div>
      );
    case "leaving":
      return <Leaving standing={standing} language={language} />;
    case "refused":
      return (
        <Refusal
          item={standing.item}
          earlier={heldInstead(standing.item, notification.response)}
          language={language}
          now={now}
          onUnderstood={() => putAside(standing.item)}
        />
      );
    case "answered":
      return <Answered standing={standing} language={language} now={now} />;
    case "others":
      return (
        <p class="outcome outcome-done">
          <Icon name="check" class="icon" />
          <span dir="auto">{words.others(standing.who)}</span>
        </p>
      );
    case "expired":
      return (
        <p class="outcome soft">
          <Icon name="clock" class="icon" />
          {notification.expiresAt
            ? words.expiredAt(whenOf(notification.expiresAt, now, language))
            : words.expired}
        </p>
      );
    case "closed": {
      const { newer } = standing;
      if (!newer) return <p class="outcome soft">{words.cancelled}</p>;
      const open = () =>
        goTo({ name: "card", device: pairing.deviceId, id: newer.id, answer: null });
      return (
        <div class="outcome">
          <p class="soft">{words.replaced}</p>
          <button type="button" class="button" dir="auto" onClick={open}>
            {words.showNewer(newer.title)}
          </button>
        </div>
      );
    }
  }
}

interface LeavingProps {
  standing: Extract<Standing, { kind: "leaving" }>;
  language: Language;
}

function Leaving({ standing, language }: LeavingProps) {
  const words = speak(answerWords, language);
  return (
    <div class="outcome">
      <p dir="auto">{words.waiting(answerText(answerOf(standing.item)))}</p>
      <p class="soft">{standing.isQueued ? words.queued : words.sending}</p>
      {standing.isQueued && (
        <button
          type="button"
          class="button"
          onClick={() => undo(standing.item)}
        >
          <Icon name="undo-2" class="icon" />
          {words.withdraw}
        </button>
      )}
    </div>
  );
}

interface AnsweredProps {
  standing: Extract<Standing, { kind: "answered" }>;
  language: Language;
  now: number;
}

function Answered({ standing, language, now }: AnsweredProps) {
  const words = speak(answerWords, language);
  const { respondedAt } = standing.answer;
  const what = answerText(standing.answer);
  const when = respondedAt ? whenOf(respondedAt, now, language) : "";
  return (
    <p class="outcome outcome-done">
      <Icon name="check" class="icon" />
      <span dir="auto">
        {what ? words.answered(what) : words.answeredAt(when)}
        {what && when && <span class="soft">{` · ${when}`}</span>}
      </span>
    </p>
  );
}
