import { Icon } from "@/components/icons/Icon.tsx";
import { newerIn, refusalOf, type Send, wordsOf } from "@/lib/phone/conversations/send.ts";
import { dropSend, sendAfterAll } from "@/lib/phone/conversations/sends.ts";
import { giveBack } from "@/lib/phone/conversations/given_back.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { messageWords } from "@/lib/words/message_words.ts";
import { conversationWords } from "@/lib/words/phone/conversations.ts";

interface PendingSendProps {
  send: Send;
  /** Id of the newest message that is shown. */
  newest: number | null;
  language: Language;
}

/** Unsent message or note: being sent, waiting to be retried, or awaiting a decision. */
export function PendingSend({ send, newest, language }: PendingSendProps) {
  const words = speak(conversationWords, language);
  const { id, kind, files, state, attempts, name } = send;
  const text = wordsOf(send);
  const change = async () => {
    if (await dropSend(id)) giveBack(send);
  };
  const newer = newerIn(send);
  const newestId = Math.max(newest ?? 0, newer?.id ?? 0) || null;
  return (
    <section class={`bubble bubble-${kind === "note" ? "note" : "out"} bubble-pending`}>
      {text && <p class="bubble-body" dir="auto">{text}</p>}
      {send.template && (
        <p class="bubble-source soft" dir="auto">
          {messageWords.template(send.template.name)[language]}
        </p>
      )}
      {files.map((file, at) => (
        <p key={at} class="conversation-file">
          <Icon name="paperclip" class="icon" />
          <span dir="auto">{file.name}</span>
        </p>
      ))}
      {state === "moved" || state === "refused"
        ? (
          <div class="bubble-asks" role="alert">
            <p class="strong">
              {state === "moved" ? words.moved.title(newer?.isIn ? name : null) : words.refused}
            </p>
            {state === "moved" && newer?.body && <blockquote dir="auto">{newer.body}</blockquote>}
            <p>{state === "moved" ? words.moved.text : refusalOf(send)}</p>
            <div class="choices">
              {state === "moved" && (
                <button
                  type="button"
                  class="button button-primary"
                  onClick={() => sendAfterAll(id, newestId)}
                >
                  {words.moved.anyway}
                </button>
              )}
              <button type="button" class="button" onClick={change}>
                {send.template ? words.moved.changeTemplate : words.moved.change}
              </button>
              <button type="button" class="button button-plain" onClick={() => dropSend(id)}>
                {words.moved.drop}
              </button>
            </div>
          </div>
        )
        : (
          <p class="bubble-foot" role="status">
            <span>
              {state === "waiting" && attempts > 0 ? words.waits : words.delivery.sending}
            </span>
            {state === "waiting" && attempts > 0 && (
              <button type="button" class="bubble-verb" onClick={change}>{words.takeBack}</button>
            )}
          </p>
        )}
    </section>
  );
}
