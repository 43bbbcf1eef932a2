import { Icon } from "@/components/icons/Icon.tsx";
import { Sheet } from "@/lib/phone/parts/Sheet.tsx";
import type { ConversationEntry } from "@/lib/phone/conversations/conversation.ts";
import { say } from "@/lib/phone/page/state.ts";
import { fieldWords } from "@/lib/words/field_words.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { messageWords } from "@/lib/words/message_words.ts";
import { answerWords } from "@/lib/words/phone/answering.ts";

interface MessageMenuProps {
  entry: ConversationEntry;
  /** Name of the customer. */
  name: string;
  language: Language;
  onAnswer(): void;
  onClose(): void;
}

/** What can be done with a message that is held. */
export function MessageMenu({ entry, name, language, onAnswer, onClose }: MessageMenuProps) {
  const words = speak(messageWords, language);
  const { copied, notCopied } = speak(answerWords, language).kept;
  const copy = async () => {
    onClose();
    try {
      await navigator.clipboard.writeText(entry.body);
      say(copied);
    } catch {
      say(notCopied, true);
    }
  };
  return (
    <Sheet
      title={entry.direction === "in" ? words.messageOf(name) : words.ourMessage}
      onClose={onClose}
    >
      {entry.body && <p class="template-body" dir="auto">{entry.body}</p>}
      <div class="choices">
        <button
          type="button"
          class="button"
          onClick={() => {
            onClose();
            onAnswer();
          }}
        >
          <Icon name="reply" class="icon" />
          {words.answer}
        </button>
        {entry.body && (
          <button type="button" class="button" onClick={copy}>
            <Icon name="copy" class="icon" />
            {words.copy}
          </button>
        )}
        <button type="button" class="button button-plain" onClick={onClose}>
          {fieldWords.close[language]}
        </button>
      </div>
    </Sheet>
  );
}
