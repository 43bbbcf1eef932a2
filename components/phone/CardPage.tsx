import { useEffect, useState } from "preact/hooks";
import { Outcome } from "@/components/phone/Answers.tsx";
import { CompanyMark } from "@/components/phone/CompanyMark.tsx";
import { LinkButton } from "@/components/phone/LinkButton.tsx";
import { ReplyForm } from "@/components/phone/ReplyForm.tsx";
import { Skeleton } from "@/components/phone/Skeleton.tsx";
import { TypeMark } from "@/components/phone/TypeMark.tsx";
import { readAgain } from "@/lib/phone/inbox/answering.ts";
import { standingOf } from "@/lib/phone/inbox/card.ts";
import { whenOf } from "@/lib/phone/inbox/days.ts";
import { type Entry, isUnread } from "@/lib/phone/inbox/inbox.ts";
import { noteDismissed, noteRead } from "@/lib/phone/inbox/receipts.ts";
import { goBack } from "@/lib/phone/page/navigation.ts";
import { useKeptFocus, useServerNow } from "@/lib/phone/page/hooks.ts";
import { type PhoneState, say } from "@/lib/phone/page/state.ts";
import type { View } from "@/lib/phone/page/view.ts";
import { speak } from "@/lib/words/language.ts";
import { phoneInboxWords } from "@/lib/words/phone/inbox.ts";
import { typeWords } from "@/lib/words/phone/types.ts";

interface CardPageProps {
  state: PhoneState;
  view: Extract<View, { name: "card" }>;
}

/** One notification with all of its text; what a push's tap opens. */
export function CardPage({ state, view }: CardPageProps) {
  const { language, phase, pairings } = state;
  const words = speak(phoneInboxWords, language).card;
  const entry = entryOf(state, view);
  const [found, setFound] = useState<"asking" | "found" | "missing" | "offline">("asking");
  // A link without a pairing, or with one that this browser lacks, is tried with each.
  const isHere = pairings.some(({ deviceId }) => deviceId === view.device);
  const devices = isHere ? [view.device!] : pairings.map(({ deviceId }) => deviceId);
  const tried = phase === "known" ? devices.join() : "";
  useEffect(() => {
    if (entry || phase !== "known") return;
    let isOver = false;
    (async () => {
      let last: typeof found = "missing";
      for (const device of devices) {
        last = await readAgain(device, view.id);
        if (last === "found") break;
      }
      if (!isOver) setFound(last);
    })();
    return () => {
      isOver = true;
    };
  }, [view.id, tried, state.connection, entry === null]);
  if (entry) return <Card key={view.id} state={state} view={view} entry={entry} />;
  const isLost = state.connection === "offline" && (phase !== "known" || found === "offline");
  if (!isLost && found !== "missing") {
    return <Skeleton label={speak(phoneInboxWords, language).loading} />;
  }
  return (
    <div class="empty">
      <h2>{words.missing.title}</h2>
      <p>{isLost ? words.missing.offline : words.missing.text}</p>
      <button type="button" class="button" onClick={goBack}>{words.back}</button>
    </div>
  );
}

function entryOf({ pairings, inboxes, others }: PhoneState, view: CardPageProps["view"]) {
  const order = [...pairings].sort((a, b) =>
    Number(b.deviceId === view.device) - Number(a.deviceId === view.device)
  );
  for (const pairing of order) {
    const inbox = inboxes[pairing.deviceId];
    const notification = inbox?.notifications.find(({ id }) => id === view.id);
    if (inbox && notification) return { notification, pairing, isFresh: inbox.isFresh };
  }
  const other = others[view.id];
  const pairing = order.find(({ deviceId }) => deviceId === other?.device);
  return other && pairing ? { notification: other.notification, pairing, isFresh: true } : null;
}

function Card({ state, view, entry }: CardPageProps & { entry: Entry }) {
  const { language, outbox } = state;
  const { notification, pairing } = entry;
  const { id, title, body, type, priority, sender, url, createdAt, expiresAt } = notification;
  const words = speak(phoneInboxWords, language);
  const now = useServerNow(1_000);
  const item = outbox.find(({ device, notificationId }) =>
    notificationId === id && device === pairing.deviceId
  );
  const standing = standingOf(notification, item, now);
  const focus = useKeptFocus(standing.kind);
  const isNew = isUnread(notification);
  useEffect(() => {
    const read = () => {
      if (isNew && document.visibilityState === "visible") noteRead(pairing.deviceId, [id]);
    };
    read();
    document.addEventListener("visibilitychange", read);
    return () => document.removeEventListener("visibilitychange", read);
  }, [isNew, id]);
  const dismiss = () => {
    noteDismissed(pairing.deviceId, id);
    say(words.card.dismissDone);
    goBack();
  };
  return (
    <article class="card">
      <div class="card-text">
        <p class="meta">
          <TypeMark type={type} />
          <span class={`type-word type-${type}`}>{speak(typeWords, language)[type]}</span>
          {priority === "high" && <span class="urgent">{words.urgent}</span>}
        </p>
        <h2>{title}</h2>
        <p class="body">{body}</p>
        <LinkButton url={url} language={language} />
        <dl class="facts">
          <div>
            <dt>{words.card.from}</dt>
            <dd>
              {sender && sender !== pairing.company.name && <span>{`${sender} · `}</span>}
              <CompanyMark company={pairing.company} /> {pairing.company.name}
            </dd>
          </div>
          <div>
            <dt>{words.card.received}</dt>
            <dd>
              <time dateTime={createdAt}>{whenOf(createdAt, now, language)}</time>
            </dd>
          </div>
          {expiresAt && standing.kind !== "expired" && (
            <div>
              <dt>{words.card.expires}</dt>
              <dd>
                <time dateTime={expiresAt}>{whenOf(expiresAt, now, language)}</time>
              </dd>
            </div>
          )}
        </dl>
      </div>
      <div class="card-answers" {...focus}>
        {standing.kind === "open"
          ? (
            <>
              <ReplyForm
                entry={entry}
                language={language}
                chosen={view.answer}
                isWriting={view.isWriting ?? false}
              />
              {notification.dismissedAt === null && (
                <button type="button" class="button button-plain" onClick={dismiss}>
                  {words.card.dismiss}
                </button>
              )}
            </>
          )
          : <Outcome entry={entry} standing={standing} language={language} now={now} />}
      </div>
    </article>
  );
}
