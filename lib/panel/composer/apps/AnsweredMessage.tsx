import { useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { appWords } from "@/lib/words/apps/app_words.ts";

interface AnsweredMessageProps {
  text: string;
  onDrop(): void;
}

/** The message that is quoted above the answer. */
export function AnsweredMessage({ text, onDrop }: AnsweredMessageProps) {
  const words = useWords(appWords);
  return (
    <p class="mb-2 flex items-center gap-2 border-l-2 border-line-strong pl-2.5 text-label">
      <span class="min-w-0 flex-1">
        <span class="block text-soft">{words.answering}</span>
        <span class="line-clamp-2" dir="auto">{text}</span>
      </span>
      <button
        type="button"
        class="button button-plain button-icon text-soft"
        title={words.notAnswering}
        onClick={onDrop}
      >
        <Icon name="x" />
        <span class="sr-only">{words.notAnswering}</span>
      </button>
    </p>
  );
}
