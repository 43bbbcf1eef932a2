import { Icon } from "@/components/icons/Icon.tsx";
import type { ConversationEntry } from "@/lib/phone/conversations/conversation.ts";
import { appWords } from "@/lib/words/apps/app_words.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { messageWords } from "@/lib/words/message_words.ts";

interface QuotedMessageProps {
  entry: ConversationEntry;
  language: Language;
  onDrop(): void;
}

/** The message that is quoted, above the text field. */
export function QuotedMessage({ entry, language, onDrop }: QuotedMessageProps) {
  const words = speak(appWords, language);
  return (
    <div class="write-quote" role="group" aria-label={words.answering}>
      <p>
        <span class="soft" aria-hidden="true">{words.answering}</span>
        <span class="write-quote-text" dir="auto">
          {entry.body || entry.files[0]?.name || messageWords.noText[language]}
        </span>
      </p>
      <button type="button" class="top-button" aria-label={words.notAnswering} onClick={onDrop}>
        <Icon name="x" class="icon" />
      </button>
    </div>
  );
}
