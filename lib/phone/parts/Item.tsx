import { useRef } from "preact/hooks";
import { Answers } from "@/lib/phone/parts/Answers.tsx";
import { Icon } from "@/components/icons/Icon.tsx";
import { CardLink } from "@/lib/phone/parts/CardLink.tsx";
import { CompanyMark } from "@/lib/phone/parts/CompanyMark.tsx";
import { Links } from "@/lib/phone/parts/Links.tsx";
import { TypeMark } from "@/lib/phone/parts/TypeMark.tsx";
import { standingOf } from "@/lib/phone/inbox/card.ts";
import { hourOf, whenOf } from "@/lib/phone/inbox/days.ts";
import { type Entry, isUnread } from "@/lib/phone/inbox/inbox.ts";
import { remove } from "@/lib/phone/inbox/removal.ts";
import { useSeen } from "@/lib/phone/inbox/seen.ts";
import type { OutboxItem } from "@/lib/phone/outbox.ts";
import { useKeptFocus } from "@/lib/phone/page/hooks.ts";
import type { NamesNeeded } from "@/lib/phone/pairing.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { attentionWords } from "@/lib/words/phone/attention.ts";
import { answerWords } from "@/lib/words/phone/answering.ts";
import { phoneInboxWords } from "@/lib/words/phone/inbox.ts";
import { typeWords } from "@/lib/words/phone/types.ts";

interface ItemProps {
  entry: Entry;
  item: OutboxItem | undefined;
  language: Language;
  now: number;
  /** Names to show where the list holds several people's notifications. */
  names: NamesNeeded;
}

export function Item({ entry, item, language, now, names }: ItemProps) {
  const { notification, pairing } = entry;
  const { id, title, body, type, priority, sender, createdAt, expiresAt, dismissedAt } =
    notification;
  const words = speak(phoneInboxWords, language);
  const row = useRef<HTMLLIElement>(null);
  const isNew = isUnread(notification);
  useSeen(row, isNew, pairing.deviceId, id);
  const standing = standingOf(notification, item, now);
  const focus = useKeptFocus(standing.kind);
  const isOver = standing.kind === "expired" || dismissedAt !== null;
  const isSettled = ["plain", "answered", "others", "expired", "closed"].includes(standing.kind);
  const takeOut = () => {
    const beside = row.current?.nextElementSibling ?? row.current?.previousElementSibling;
    // The row goes, so the keyboard goes on beside it.
    beside?.querySelector<HTMLElement>("h3 a")?.focus({ preventScroll: true });
    remove(entry);
  };
  return (
    <li
      ref={row}
      class={`item ${isNew ? "item-new" : ""} ${isOver ? "item-over" : ""} ${
        isSettled ? "item-settled" : ""
      }`}
    >
      <TypeMark type={type} />
      <div class="item-text">
        <p class="meta">
          <span class={`type-word type-${type}`}>{speak(typeWords, language)[type]}</span>
          {priority === "high" && <span class="urgent">{words.urgent}</span>}
          {(sender || !names.company) && <bdi>{sender ?? pairing.company.name}</bdi>}
          {names.company && (
            <span class="company">
              <CompanyMark company={pairing.company} />
              <bdi>{pairing.company.name}</bdi>
              {names.user && ` · ${pairing.userId}`}
            </span>
          )}
          {dismissedAt !== null && <span>{words.dismissed}</span>}
          {notification.snoozedUntil && (
            <span class="deadline">
              {attentionWords.later.short(
                whenOf(notification.snoozedUntil, now, language),
              )[language]}
            </span>
          )}
          {standing.kind === "open" && <Deadline at={expiresAt} now={now} language={language} />}
        </p>
        <h3 dir="auto">
          <CardLink device={pairing.deviceId} id={id} contactId={notification.contactId}>
            {title}
          </CardLink>
        </h3>
        <p class="body" dir="auto">{body}</p>
        <Links notification={notification} language={language} />
      </div>
      <p class="when">
        {isNew && <span class="new-dot" role="img" aria-label={words.isNew} />}
        <time dateTime={createdAt}>{hourOf(createdAt, language)}</time>
      </p>
      {isSettled && (
        <button type="button" class="take-out" aria-label={words.remove(title)} onClick={takeOut}>
          <Icon name="x" class="icon" />
        </button>
      )}
      <div class="item-answers" {...focus}>
        <Answers entry={entry} standing={standing} language={language} now={now} />
      </div>
    </li>
  );
}

interface DeadlineProps {
  at: string | null;
  now: number;
  language: Language;
}

/** The time that remains to answer, within the last hour. */
function Deadline({ at, now, language }: DeadlineProps) {
  const minutes = at === null ? Infinity : Math.ceil((Date.parse(at) - now) / 60_000);
  if (minutes > 60) return null;
  return <span class="deadline">{answerWords.expiresIn(minutes)[language]}</span>;
}
