import { useEffect, useState } from "preact/hooks";
import { Outcome } from "@/lib/phone/parts/Answers.tsx";
import { CardLink } from "@/lib/phone/parts/CardLink.tsx";
import { CompanyMark } from "@/lib/phone/parts/CompanyMark.tsx";
import { KeptText } from "@/lib/phone/parts/KeptText.tsx";
import { Links } from "@/lib/phone/parts/Links.tsx";
import { NotificationMenu } from "@/lib/phone/parts/later/NotificationMenu.tsx";
import { ReplyForm } from "@/lib/phone/parts/ReplyForm.tsx";
import { Skeleton } from "@/lib/phone/parts/Skeleton.tsx";
import { TypeMark } from "@/lib/phone/parts/TypeMark.tsx";
import { answerTo, readAgain } from "@/lib/phone/inbox/answering.ts";
import { type Standing, standingOf } from "@/lib/phone/inbox/card.ts";
import { whenOf } from "@/lib/phone/inbox/days.ts";
import { type Entry, isUnread } from "@/lib/phone/inbox/inbox.ts";
import { noteRead } from "@/lib/phone/inbox/receipts.ts";
import { remove } from "@/lib/phone/inbox/removal.ts";
import { goBack } from "@/lib/phone/page/navigation.ts";
import { useKeptFocus, usePinned, useServerNow } from "@/lib/phone/page/hooks.ts";
import { devicesOfPerson, otherKey, type PhoneState } from "@/lib/phone/page/state.ts";
import { namesNeeded, onePerPerson, type Pairing } from "@/lib/phone/pairing.ts";
import type { View } from "@/lib/phone/page/view.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { attentionWords } from "@/lib/words/phone/attention.ts";
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
  const devices = devicesFor(view, pairings);
  const entry = entryOf(state, view, devices);
  const [lookup, setLookup] = useState<"asking" | "found" | "missing" | "offline">("asking");
  const tried = phase === "known" ? devices.join() : "";
  useEffect(() => {
    if (entry || phase !== "known") return;
    let isOver = false;
    (async () => {
      let last: typeof lookup = "missing";
      for (const device of devices) {
        last = await readAgain(device, view.id);
        if (last === "found") break;
      }
      if (!isOver) setLookup(last);
    })();
    return () => {
      isOver = true;
    };
  }, [view.id, tried, state.connection, entry === null]);
  if (entry) return <Card key={view.id} state={state} view={view} entry={entry} />;
  const isLost = state.connection === "offline" && (phase !== "known" || lookup === "offline");
  if (!isLost && lookup !== "missing") {
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

/** The one reader that a link names. One that this browser lacks, or none, is tried with each. */
function devicesFor({ device }: CardPageProps["view"], pairings: Pairing[]): string[] {
  const all = onePerPerson(pairings).map(({ deviceId }) => deviceId);
  const devices = device === null ? new Set<string>() : devicesOfPerson(device);
  const own = all.filter((id) => devices.has(id));
  return own.length > 0 ? own : all;
}

function entryOf(
  { pairings, inboxes, others }: PhoneState,
  { id }: CardPageProps["view"],
  devices: string[],
): Entry | null {
  const read = pairings.filter(({ deviceId }) => devices.includes(deviceId));
  for (const pairing of read) {
    const inbox = inboxes[pairing.deviceId];
    const notification = inbox?.notifications.find((one) => one.id === id);
    if (inbox && notification) return { notification, pairing, isFresh: inbox.isFresh };
  }
  for (const pairing of read) {
    const notification = others[otherKey(pairing.deviceId, id)];
    if (notification) return { notification, pairing, isFresh: true };
  }
  return null;
}

function Card({ state, view, entry }: CardPageProps & { entry: Entry }) {
  const { language, outbox } = state;
  const { notification, pairing } = entry;
  const { id, title, body } = notification;
  const words = speak(phoneInboxWords, language);
  const now = useServerNow(1_000);
  const item = answerTo(entry, outbox);
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
  usePinned(focus.ref);
  return (
    <article class="card">
      <div class="card-text">
        <Meta notification={notification} language={language} />
        <h2 dir="auto">{title}</h2>
        <p class="body" dir="auto">{body}</p>
        <Links notification={notification} language={language} />
        {notification.contactId && (
          <p class="card-conversation">
            <CardLink device={pairing.deviceId} id={id} contactId={notification.contactId}>
              {words.card.conversation}
            </CardLink>
          </p>
        )}
        <Facts entry={entry} state={state} now={now} isOver={standing.kind === "expired"} />
      </div>
      <div class="card-answers" {...focus}>
        <CardAnswers entry={entry} standing={standing} view={view} language={language} now={now} />
      </div>
    </article>
  );
}

function Meta(
  { notification, language }: { notification: Entry["notification"]; language: Language },
) {
  const { type, priority, escalatedAt, reminded } = notification;
  return (
    <p class="meta">
      <TypeMark type={type} />
      <span class={`type-word type-${type}`}>{speak(typeWords, language)[type]}</span>
      {priority === "high" && <span class="urgent">{speak(phoneInboxWords, language).urgent}</span>}
      {escalatedAt && <span>{attentionWords.escalated[language]}</span>}
      {!!reminded && <span>{attentionWords.reminded(reminded)[language]}</span>}
    </p>
  );
}

interface FactsProps {
  entry: Entry;
  state: PhoneState;
  now: number;
  isOver: boolean;
}

/** Sender, company and times of a notification. */
function Facts({ entry, state, now, isOver }: FactsProps) {
  const { language } = state;
  const { notification, pairing } = entry;
  const { sender, createdAt, expiresAt } = notification;
  const words = speak(phoneInboxWords, language).card;
  return (
    <dl class="facts">
      <div>
        <dt>{words.from}</dt>
        <dd>
          {sender && sender !== pairing.company.name && (
            <span>
              <bdi>{sender}</bdi> ·
            </span>
          )}
          <CompanyMark company={pairing.company} /> <bdi>{pairing.company.name}</bdi>
          {namesNeeded(onePerPerson(state.pairings)).user && ` · ${pairing.userId}`}
        </dd>
      </div>
      <div>
        <dt>{words.received}</dt>
        <dd>
          <time dateTime={createdAt}>{whenOf(createdAt, now, language)}</time>
        </dd>
      </div>
      {expiresAt && !isOver && (
        <div>
          <dt>{words.expires}</dt>
          <dd>
            <time dateTime={expiresAt}>{whenOf(expiresAt, now, language)}</time>
          </dd>
        </div>
      )}
    </dl>
  );
}

interface CardAnswersProps {
  entry: Entry;
  standing: Standing;
  view: CardPageProps["view"];
  language: Language;
  now: number;
}

/** The answers of a card, or their outcome with what can be done afterwards. */
function CardAnswers({ entry, standing, view, language, now }: CardAnswersProps) {
  const { id } = entry.notification;
  const words = speak(phoneInboxWords, language).card;
  const takeOut = () => {
    remove(entry);
    goBack();
  };
  if (standing.kind === "open") {
    return (
      <>
        <ReplyForm
          entry={entry}
          language={language}
          chosen={view.answer}
          isWriting={view.isWriting ?? false}
        />
        <NotificationMenu entry={entry} language={language} now={now} />
        <button type="button" class="button button-plain" onClick={takeOut}>
          {words.dismiss}
        </button>
      </>
    );
  }
  const isSettled = ["plain", "answered", "others", "expired", "closed"].includes(standing.kind);
  return (
    <>
      <Outcome entry={entry} standing={standing} language={language} now={now} />
      {isSettled && (
        <>
          {standing.kind === "plain" && (
            <NotificationMenu entry={entry} language={language} now={now} />
          )}
          <KeptText key={id} device={entry.pairing.deviceId} id={id} language={language} />
          <button type="button" class="button button-plain" onClick={takeOut}>
            {words.remove}
          </button>
        </>
      )}
    </>
  );
}
