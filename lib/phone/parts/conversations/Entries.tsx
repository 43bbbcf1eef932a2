import type { ComponentChildren } from "preact";
import { Icon } from "@/components/icons/Icon.tsx";
import { byDay, dayName, hourOf } from "@/lib/phone/inbox/days.ts";
import { callPhone } from "@/lib/phone/api.ts";
import { say } from "@/lib/phone/page/state.ts";
import {
  type ConversationEntry,
  type ConversationFile,
  entryKey,
} from "@/lib/phone/conversations/conversation.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { sizeText } from "@/lib/words/size.ts";
import { conversationWords } from "@/lib/words/phone/conversations.ts";

interface EntriesProps {
  /** Newest first. */
  entries: ConversationEntry[];
  device: string;
  contactId: number;
  language: Language;
  now: number;
  onChange(): void;
}

/** Messages and notes grouped by day, the newest last. */
export function Entries({ entries, language, now, ...rest }: EntriesProps) {
  return byDay(entries.toReversed(), ({ at }) => at).map(([day, ofDay]) => (
    <section key={day} aria-labelledby={`conversation-${day}`}>
      <h2 class="conversation-day" id={`conversation-${day}`}>{dayName(day, now, language)}</h2>
      <ol class="conversation-entries">
        {ofDay.map((entry) => (
          <Entry key={entryKey(entry)} entry={entry} language={language} {...rest} />
        ))}
      </ol>
    </section>
  ));
}

type EntryProps = Pick<EntriesProps, "device" | "contactId" | "language" | "onChange"> & {
  entry: ConversationEntry;
};

function Entry({ entry, device, language, ...rest }: EntryProps) {
  const { kind, direction, author, via, body, subject, at } = entry;
  const words = speak(conversationWords, language);
  const isNote = kind === "note" || direction === "note";
  const side = isNote ? "note" : direction;
  const from = isNote
    ? author ? words.noteOf(author) : words.note
    : direction === "in"
    ? via
    : null;
  return (
    <li class={`bubble bubble-${side}`}>
      {(from ?? author) && <p class="bubble-from" dir="auto">{from ?? author}</p>}
      {subject && <p class="bubble-subject" dir="auto">{subject}</p>}
      {body && <p class="bubble-body" dir="auto">{body}</p>}
      {entry.rest > 0 && <p class="soft">{words.cut(entry.rest)}</p>}
      {entry.files.map((file) => (
        <ShownFile key={file.id} file={file} device={device} language={language} />
      ))}
      <p class="bubble-foot">
        <time dateTime={at}>{hourOf(at, language)}</time>
        <Delivery entry={entry} device={device} language={language} {...rest} />
      </p>
    </li>
  );
}

/** Delivery state of an answer, with the buttons it allows. */
function Delivery({ entry, device, contactId, language, onChange }: EntryProps) {
  const { delivery, id } = entry;
  if (!delivery) return null;
  const words = speak(conversationWords, language);
  const { state, attempts, next_attempt_at: next, error, can } = delivery;
  const text = state !== "queued"
    ? words.delivery[state]
    : attempts > 0
    ? words.delivery.again
    : next === null
    ? words.delivery.held
    : words.delivery.queued;
  const run = async (verb: "cancel" | "retry") => {
    const path = `conversations/${contactId}/messages/${id}/${verb}`;
    const outcome = await callPhone(path, { device, method: "POST", language });
    if (!outcome.ok) say(outcome.why === "refused" ? outcome.message : words.failed, true);
    onChange();
  };
  return (
    <>
      <span class={`delivery delivery-${state}`}>{text}</span>
      {error && state !== "queued" && <span class="delivery-error">{error}</span>}
      {(["cancel", "retry"] as const).filter((verb) => can.includes(verb)).map((verb) => (
        <button
          key={verb}
          type="button"
          class="bubble-verb"
          onClick={() => run(verb)}
        >
          {words.verbs[verb]}
        </button>
      ))}
    </>
  );
}

function ShownFile({ file, device, language }: {
  file: ConversationFile;
  device: string;
  language: Language;
}): ComponentChildren {
  const words = speak(conversationWords, language).file;
  const { id, name, type, size } = file;
  const address = `/api/phone/files/${id}?device=${device}`;
  const reason = file.left_out_reason;
  if (reason) {
    return <p class="conversation-file soft" dir="auto">{`${name} (${words.leftOut[reason]})`}</p>;
  }
  if (file.inline && type.startsWith("image/")) {
    return (
      <a class="conversation-picture" href={address} target="_blank" rel="noopener">
        <img src={address} alt={words.picture(name)} loading="lazy" decoding="async" />
      </a>
    );
  }
  return (
    <a class="conversation-file" href={address} target="_blank" rel="noopener">
      <Icon name="paperclip" class="icon" />
      <span dir="auto">{name}</span>
      <span class="soft">{sizeText(size, language)}</span>
    </a>
  );
}
