import { messageWords } from "@/lib/panel/quotes/sending_words.ts";
import { type Language, speak } from "@/lib/words/language.ts";

interface ConnectHintProps {
  text: string;
  companyId: number;
  language: Language;
}

/** Where no account can send: what one would do, and where it is connected. */
export function ConnectHint({ text, companyId, language }: ConnectHintProps) {
  return (
    <p class="text-soft">
      {text}{" "}
      <a
        class="font-medium text-accent underline underline-offset-2"
        href={`/panel/settings/channels?company_id=${companyId}`}
      >
        {speak(messageWords, language).connect}
      </a>
    </p>
  );
}
