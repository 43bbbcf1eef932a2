import type { ComponentChildren } from "preact";
import { appOf } from "@/components/icons/app_icons.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { MessageLead, MessageTail } from "@/lib/phone/parts/conversations/MessageParts.tsx";
import { PhoneIcon } from "@/lib/phone/parts/conversations/PhoneIcon.tsx";
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
import { messageWords } from "@/lib/words/message_words.ts";
import { channelWords } from "@/lib/words/statuses.ts";
import { conversationWords } from "@/lib/words/phone/conversations.ts";

interface EntriesProps {
  /** Newest first. */
  entries: ConversationEntry[];
  device: string;
  contactId: number;
  /** Name of the customer. */
  name: string;
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

interface EntryProps extends Omit<EntriesProps, "entries" | "now"> {
  entry: ConversationEntry;
}

function Entry({ entry, device, language, name, ...rest }: EntryProps) {
  const { kind, direction, body, subject, at, id, unsent_at: unsentAt } = entry;
  const words = speak(conversationWords, language);
  const side = kind === "note" || direction === "note" ? "note" : direction;
  return (
    <li class={`bubble bubble-${side}`} id={kind === "message" ? `message-${id}` : undefined}>
      <From entry={entry} language={language} />
      {subject && <p class="bubble-subject" dir="auto">{subject}</p>}
      <MessageLead entry={entry} name={name} language={language} />
      {unsentAt
        ? <p class="soft">{`${messageWords.unsent[language]} · ${hourOf(unsentAt, language)}`}</p>
        : body && <p class="bubble-body" dir="auto">{body}</p>}
      {entry.rest > 0 && <p class="soft">{words.cut(entry.rest)}</p>}
      <MessageTail entry={entry} name={name} language={language} />
      {entry.files.map((file) => (
        <ShownFile key={file.id} file={file} device={device} language={language} />
      ))}
      <p class="bubble-foot">
        <time dateTime={at}>{hourOf(at, language)}</time>
        <Delivery entry={entry} device={device} language={language} name={name} {...rest} />
      </p>
    </li>
  );
}

/** Who wrote it, and the app that it came by. */
function From({ entry, language }: Pick<EntryProps, "entry" | "language">) {
  const { kind, direction, author, via, source } = entry;
  const words = speak(conversationWords, language);
  const isNote = kind === "note" || direction === "note";
  const isElsewhere = author === null && source?.kind === "elsewhere";
  const from = isNote
    ? author ? words.noteOf(author) : words.note
    : direction === "in"
    ? via
    : isElsewhere
    ? messageWords.elsewhere[language]
    : author;
  const app = appOf(entry.channel ?? null);
  if (!from && !app) return null;
  return (
    <p class="bubble-from" dir="auto">
      {app && (
        <span class="bubble-app">
          <PhoneIcon name={app} />
          {channelWords[app][language]}
        </span>
      )}
      {from}
    </p>
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
  if (file.coming) return <p class="conversation-file soft" dir="auto">{words.coming(name)}</p>;
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
  const isSound = file.inline && type.startsWith("audio/");
  return (
    <>
      {isSound && canPlay(type) && (
        <audio class="conversation-sound" controls preload="none" src={address} aria-label={name} />
      )}
      <a class="conversation-file" href={address} target="_blank" rel="noopener">
        <Icon name="paperclip" class="icon" />
        <span dir="auto">{name}</span>
        <span class="soft">{sizeText(size, language)}</span>
      </a>
    </>
  );
}

/** Ogg alone says little: voice notes are Opus, which some browsers cannot play. */
function canPlay(type: string): boolean {
  const coded = type === "audio/ogg" ? "audio/ogg; codecs=opus" : type;
  return document.createElement("audio").canPlayType(coded) !== "";
}
