import { useState } from "preact/hooks";
import { appOf } from "@/components/icons/app_icons.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { MessageLead, MessageTail } from "@/lib/phone/parts/conversations/MessageParts.tsx";
import { MessageMenu } from "@/lib/phone/parts/conversations/quoting/MessageMenu.tsx";
import { useLongPress } from "@/lib/phone/parts/conversations/quoting/use_long_press.ts";
import { ShownFile } from "@/lib/phone/parts/conversations/ShownFile.tsx";
import { PhoneIcon } from "@/lib/phone/parts/conversations/PhoneIcon.tsx";
import { byDay, dayName, hourOf } from "@/lib/phone/inbox/days.ts";
import { callPhone } from "@/lib/phone/api.ts";
import { say } from "@/lib/phone/page/state.ts";
import {
  canQuote,
  type ConversationEntry,
  entryKey,
  type Thread,
} from "@/lib/phone/conversations/conversation.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { messageWords } from "@/lib/words/message_words.ts";
import { channelWords } from "@/lib/words/statuses.ts";
import { conversationWords } from "@/lib/words/phone/conversations.ts";

interface EntriesProps {
  thread: Thread;
  device: string;
  language: Language;
  now: number;
  onChange(): void;
  /** Has the answer quote a message. */
  onAnswer(id: number): void;
}

/** Messages and notes grouped by day, the newest last. */
export function Entries({ now, ...rest }: EntriesProps) {
  const { thread, language } = rest;
  return byDay(thread.messages.toReversed(), ({ at }) => at).map(([day, ofDay]) => (
    <section key={day} aria-labelledby={`conversation-${day}`}>
      <h2 class="conversation-day" id={`conversation-${day}`}>{dayName(day, now, language)}</h2>
      <ol class="conversation-entries">
        {ofDay.map((entry) => <Entry key={entryKey(entry)} entry={entry} {...rest} />)}
      </ol>
    </section>
  ));
}

interface EntryProps extends Omit<EntriesProps, "now"> {
  entry: ConversationEntry;
}

function Entry(props: EntryProps) {
  const { entry, language, thread, onAnswer } = props;
  const { name } = thread;
  const [isOpen, setOpen] = useState(false);
  const press = useLongPress(() => setOpen(true));
  const canAnswer = canQuote(entry, thread);
  const { kind, direction, body, subject, at, id, unsent_at: unsentAt } = entry;
  const words = speak(conversationWords, language);
  const side = kind === "note" || direction === "note" ? "note" : direction;
  return (
    <li
      class={`bubble bubble-${side} ${canAnswer ? "bubble-held" : ""}`}
      id={kind === "message" ? `message-${id}` : undefined}
      {...canAnswer ? press : {}}
    >
      <From entry={entry} language={language} />
      {subject && <p class="bubble-subject" dir="auto">{subject}</p>}
      <MessageLead entry={entry} name={name} language={language} />
      {unsentAt
        ? <p class="soft">{`${messageWords.unsent[language]} · ${hourOf(unsentAt, language)}`}</p>
        : body && <p class="bubble-body" dir="auto">{body}</p>}
      {entry.rest > 0 && <p class="soft">{words.cut(entry.rest)}</p>}
      <MessageTail entry={entry} name={name} language={language} />
      {entry.files.map((file) => <ShownFile key={file.id} file={file} {...props} />)}
      <p class="bubble-foot">
        <time dateTime={at}>{hourOf(at, language)}</time>
        <Delivery {...props} />
        {canAnswer && (
          <button
            type="button"
            class="bubble-answer"
            aria-label={messageWords.answer[language]}
            title={messageWords.answer[language]}
            onClick={() => onAnswer(id)}
          >
            <Icon name="reply" class="icon" />
          </button>
        )}
      </p>
      {isOpen && (
        <MessageMenu
          entry={entry}
          name={name}
          language={language}
          onAnswer={() => onAnswer(id)}
          onClose={() => setOpen(false)}
        />
      )}
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
function Delivery({ entry, device, thread, language, onChange }: EntryProps) {
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
    const path = `conversations/${thread.contact_id}/messages/${id}/${verb}`;
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
