import type { ComponentChildren } from "preact";
import { Icon } from "@/components/icons/Icon.tsx";
import { CardLink } from "@/lib/phone/parts/CardLink.tsx";
import { Refusal } from "@/lib/phone/parts/Refusal.tsx";
import { putAside, undo } from "@/lib/phone/inbox/answering.ts";
import { answerText } from "@/lib/phone/inbox/card.ts";
import { whenOf } from "@/lib/phone/inbox/days.ts";
import { allEntries } from "@/lib/phone/inbox/inbox.ts";
import { isUncounted, type MyAnswer, myAnswers } from "@/lib/phone/inbox/my_answers.ts";
import { heldInstead, refusalText } from "@/lib/phone/inbox/refusal.ts";
import { useServerNow } from "@/lib/phone/page/hooks.ts";
import type { PhoneState } from "@/lib/phone/page/state.ts";
import { namesNeeded, onePerPerson } from "@/lib/phone/pairing.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { answerWords } from "@/lib/words/phone/answering.ts";

/** Answers of this person: refused ones with the reason, waiting ones, and sent ones. */
export function AnswersPage({ state }: { state: PhoneState }) {
  const { language, outbox, pairings, inboxes } = state;
  const words = speak(answerWords, language);
  const now = useServerNow(30_000);
  const read = onePerPerson(pairings);
  const { uncounted, waiting, sent } = myAnswers(outbox, allEntries(read, inboxes));
  const from = (device: string) => {
    const pairing = pairings.find(({ deviceId }) => deviceId === device);
    const names = namesNeeded(read);
    return [names.company && pairing?.company.name, names.user && pairing?.userId]
      .filter(Boolean).join(" · ");
  };
  if (uncounted.length + waiting.length + sent.length === 0) {
    return (
      <div class="empty">
        <Icon name="reply" class="icon" />
        <h2>{words.mine.empty.title}</h2>
        <p>{words.mine.empty.text}</p>
      </div>
    );
  }
  const rows = (answers: MyAnswer[], become: (one: MyAnswer) => ComponentChildren) =>
    answers.map((one) => (
      <Row key={one.key} one={one} from={from(one.device)} language={language} now={now}>
        {become(one)}
      </Row>
    ));
  return (
    <>
      <Group id="uncounted" title={words.mine.uncounted}>
        {rows(uncounted, ({ item }) =>
          isUncounted(item!)
            ? (
              <Refusal
                item={item!}
                earlier={heldInstead(item!)}
                language={language}
                now={now}
                onUnderstood={() => putAside(item!)}
              />
            )
            : <p class="soft">{refusalText(item!, heldInstead(item!), language)}</p>)}
      </Group>
      <Group id="waiting" title={words.mine.waiting}>
        {rows(waiting, ({ answer, item }) => (
          <div class="outcome">
            <p dir="auto">
              {words.waiting(answerText(answer))}
              <span class="soft">
                {` · ${item!.state === "sending" ? words.sending : words.queued}`}
              </span>
            </p>
            {item!.state === "waiting" && (
              <button
                type="button"
                class="button"
                onClick={() => undo(item!)}
              >
                <Icon name="undo-2" class="icon" />
                {words.withdraw}
              </button>
            )}
          </div>
        ))}
      </Group>
      <Group id="sent" title={words.mine.sent}>
        {rows(sent, ({ answer, item }) => (
          <p class="outcome outcome-done">
            <Icon name="check" class="icon" />
            <span dir="auto">
              {words.answered(answerText(answer))}
              {!item && <span class="soft">{` · ${words.mine.elsewhere}`}</span>}
            </span>
          </p>
        ))}
      </Group>
    </>
  );
}

function Group(
  { id, title, children }: { id: string; title: string; children: ComponentChildren[] },
) {
  if (children.length === 0) return null;
  return (
    <section aria-labelledby={`answers-${id}`}>
      <h2 class="day" id={`answers-${id}`}>{title}</h2>
      <ul class="items">{children}</ul>
    </section>
  );
}

interface RowProps {
  one: MyAnswer;
  from: string;
  language: Language;
  now: number;
  children: ComponentChildren;
}

function Row({ one, from, language, now, children }: RowProps) {
  const { device, notificationId, title, at } = one;
  const when = new Date(at).toISOString();
  return (
    <li class="my-answer">
      <p class="meta">
        <time dateTime={when}>{whenOf(when, now, language)}</time>
        {from && <span dir="auto">{from}</span>}
      </p>
      <h3 dir="auto">
        <CardLink device={device} id={notificationId}>
          {title || speak(answerWords, language).mine.untitled}
        </CardLink>
      </h3>
      {children}
    </li>
  );
}
