import { Icon } from "@/components/icons/Icon.tsx";
import { Older } from "@/lib/phone/parts/Older.tsx";
import { Item } from "@/lib/phone/parts/Item.tsx";
import { CardLink } from "@/lib/phone/parts/CardLink.tsx";
import { Refusal } from "@/lib/phone/parts/Refusal.tsx";
import { PushSuggestion } from "@/lib/phone/parts/settings/PushControl.tsx";
import { Skeleton } from "@/lib/phone/parts/Skeleton.tsx";
import { age, byDay, dayName } from "@/lib/phone/inbox/days.ts";
import { answerTo, putAside } from "@/lib/phone/inbox/answering.ts";
import { type Entry, entryKey, listed, nextToLoad } from "@/lib/phone/inbox/inbox.ts";
import { isUncounted } from "@/lib/phone/inbox/my_answers.ts";
import { heldInstead } from "@/lib/phone/inbox/refusal.ts";
import { loadOlder, refresh } from "@/lib/phone/inbox/refresh.ts";
import { useServerNow } from "@/lib/phone/page/hooks.ts";
import { type PhoneState, serverNow } from "@/lib/phone/page/state.ts";
import { namesNeeded, onePerPerson } from "@/lib/phone/pairing.ts";
import { dueAt, type OutboxItem } from "@/lib/phone/outbox_item.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { answerWords } from "@/lib/words/phone/answering.ts";
import { phoneInboxWords } from "@/lib/words/phone/inbox.ts";

/** One list of all that came, by day. */
export function InboxPage({ state }: { state: PhoneState }) {
  const { pairings, inboxes, outbox, removed, language, phase, connection } = state;
  const words = speak(phoneInboxWords, language);
  const read = onePerPerson(pairings);
  const isHeld = (entry: Entry) => {
    const item = answerTo(entry, outbox);
    return item !== undefined && (isUncounted(item) || dueAt(item) !== null);
  };
  const entries = listed(read, inboxes, { removed, isHeld });
  const inRows = new Set(entries.map((entry) => answerTo(entry, outbox)));
  const loose = outbox.filter((item) => isUncounted(item) && !inRows.has(item));
  const names = namesNeeded(read);
  const now = useServerNow(hasDeadline(entries) ? 1_000 : 30_000);
  const isWaiting = read.some(({ deviceId }) => !inboxes[deviceId]);
  const hasTrouble = connection === "offline" || connection === "failing";
  return (
    <>
      <Condition state={state} />
      <PushSuggestion state={state} />
      <LooseRefusals items={loose} language={language} now={now} />
      {entries.length === 0 && (isWaiting && !hasTrouble
        ? <Skeleton label={words.loading} />
        : !isWaiting && phase === "known" && (
          <div class="empty">
            <Icon name="inbox" class="icon" />
            <h2>{words.empty.title}</h2>
            <p>{words.empty.text}</p>
          </div>
        ))}
      {byDay(entries, ({ notification }) => notification.createdAt).map(([day, ofDay]) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h2 class="day" id={`day-${day}`}>{dayName(day, now, language)}</h2>
          <ul class="items">
            {ofDay.map((entry: Entry) => (
              <Item
                key={entryKey(entry)}
                entry={entry}
                item={answerTo(entry, outbox)}
                language={language}
                now={now}
                names={names}
              />
            ))}
          </ul>
        </section>
      ))}
      {nextToLoad(inboxes) !== null && (
        <Older
          key={entries.length}
          label={words.older}
          busyLabel={words.loadingOlder}
          load={loadOlder}
        />
      )}
    </>
  );
}

interface LooseRefusalsProps {
  items: OutboxItem[];
  language: Language;
  now: number;
}

/** Answers that did not count, to messages that are no longer in the list. */
function LooseRefusals({ items, language, now }: LooseRefusalsProps) {
  const words = speak(answerWords, language).mine;
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="uncounted">
      <h2 class="day" id="uncounted">{words.uncounted}</h2>
      <ul class="items">
        {items.map((item) => (
          <li key={item.id} class="my-answer">
            <h3>
              <CardLink device={item.device} id={item.notificationId}>
                {item.title ?? words.untitled}
              </CardLink>
            </h3>
            <Refusal
              item={item}
              earlier={heldInstead(item)}
              language={language}
              now={now}
              onUnderstood={() => putAside(item)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Reports whether one ends so soon that it matters to the second. */
function hasDeadline(entries: Entry[]): boolean {
  const now = serverNow();
  return entries.some(({ notification: { expiresAt } }) => {
    const leftMs = expiresAt === null ? Infinity : Date.parse(expiresAt) - now;
    return leftMs > 0 && leftMs < 3_600_000;
  });
}

/** Reason why the list is not up to date. */
function Condition({ state }: { state: PhoneState }) {
  const { connection, inboxes, language } = state;
  const words = speak(phoneInboxWords, language);
  const all = Object.values(inboxes);
  const oldest = Math.min(...all.map(({ fetchedAt }) => fetchedAt));
  const old = all.length === 0 ? null : age(Date.now() - oldest, language);
  if (connection === "offline") {
    return (
      <p class="condition" role="status">
        <Icon name="wifi-off" class="icon" />
        <span>{words.offline(old)}</span>
      </p>
    );
  }
  if (connection === "failing") {
    return (
      <div class="condition" role="status">
        <Icon name="circle-alert" class="icon" />
        <div>
          <p class="strong">{words.failed.title}</p>
          <p>{words.failed.text}</p>
          <button type="button" class="button" onClick={() => refresh()}>
            {words.failed.retry}
          </button>
        </div>
      </div>
    );
  }
  return null;
}
