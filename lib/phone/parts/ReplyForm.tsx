import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { answer, type AnswerDraft } from "@/lib/phone/inbox/answering.ts";
import { draftOf, keepDraft } from "@/lib/phone/inbox/drafts.ts";
import { countPoints, maxReply } from "@/lib/phone/inbox/card.ts";
import type { Entry } from "@/lib/phone/inbox/inbox.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { answerWords } from "@/lib/words/phone/answering.ts";

interface ReplyFormProps {
  entry: Entry;
  language: Language;
  chosen: string | null;
  isWriting: boolean;
}

/** The answers of a card, within the thumb's reach; with a text where one is taken. */
export function ReplyForm({ entry, language, chosen, isWriting }: ReplyFormProps) {
  const { notification, pairing, isFresh } = entry;
  const { id, actions, allowReply } = notification;
  const words = speak(answerWords, language);
  const [text, setText] = useState(() => draftOf(pairing.deviceId, id));
  const field = useRef<HTMLTextAreaElement>(null);
  const wanted = useRef<HTMLButtonElement>(null);
  const over = countPoints(text) - maxReply;
  const reply = text.trim();
  const chosenAction = actions.find((action) => action.id === chosen);
  useEffect(() => {
    if (isWriting) field.current?.focus();
    else wanted.current?.focus();
  }, [isFresh]);
  const send = (draft: AnswerDraft) => {
    keepDraft(pairing.deviceId, id, "");
    void answer(pairing.deviceId, notification, { ...draft, ...(reply && { reply }) });
  };
  const change = (value: string) => {
    setText(value);
    keepDraft(pairing.deviceId, id, value);
  };
  return (
    <form
      class="reply"
      onSubmit={(event) => {
        event.preventDefault();
        if (reply && over <= 0) send({});
      }}
    >
      {!isFresh && <p class="soft">{words.notYet}</p>}
      {chosenAction && <p class="strong" dir="auto">{words.confirm(chosenAction.label)}</p>}
      {allowReply && (
        <ReplyField
          id={`reply-${id}`}
          text={text}
          isAddition={actions.length > 0}
          language={language}
          field={field}
          onChange={change}
        />
      )}
      {actions.length > 0 && (
        <div class="answers answers-tall" role="group" aria-label={words.group}>
          {actions.map((action) => (
            <button
              key={action.id}
              ref={action.id === chosen ? wanted : undefined}
              type="button"
              class={`answer ${action.id === chosen ? "answer-chosen" : ""}`}
              dir="auto"
              disabled={!isFresh || over > 0}
              onClick={() => send({ action })}
            >
              {action.label}
            </button>
          ))}
        </div>
      )}
      {allowReply && (actions.length === 0 || reply) && (
        <button
          type="submit"
          class={`answer ${actions.length === 0 ? "answer-chosen" : "answer-text"}`}
          disabled={!isFresh || over > 0 || !reply}
        >
          {actions.length === 0 ? words.send : words.sendAlone}
        </button>
      )}
    </form>
  );
}

interface ReplyFieldProps {
  id: string;
  text: string;
  isAddition: boolean;
  language: Language;
  field: RefObject<HTMLTextAreaElement>;
  onChange(text: string): void;
}

function ReplyField({ id, text, isAddition, language, field, onChange }: ReplyFieldProps) {
  const words = speak(answerWords, language);
  const over = countPoints(text) - maxReply;
  return (
    <>
      <label for={id}>{isAddition ? words.addition : words.reply}</label>
      <textarea
        ref={field}
        id={id}
        rows={isAddition ? 2 : 3}
        value={text}
        dir="auto"
        aria-describedby={`${id}-count`}
        aria-invalid={over > 0}
        onInput={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) {
            event.currentTarget.form!.requestSubmit();
          }
        }}
      />
      <p class={`counter ${over > 0 ? "counter-over" : ""}`} id={`${id}-count`}>
        {over > 0 ? words.tooLong(over) : words.counter(countPoints(text), maxReply)}
        {isAddition && text.trim() && over <= 0 && ` · ${words.additionHint}`}
      </p>
    </>
  );
}
