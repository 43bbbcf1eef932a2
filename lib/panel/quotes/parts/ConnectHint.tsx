import { usePage } from "@/components/page.ts";
import { messageWords } from "@/lib/panel/quotes/sending_words.ts";
import { speak } from "@/lib/words/language.ts";

interface ConnectHintProps {
  text: string;
}

/** Where no account can send: what one would do, and where it is connected. */
export function ConnectHint({ text }: ConnectHintProps) {
  const { href, language } = usePage();
  return (
    <p class="text-soft">
      {text}{" "}
      <a
        class="font-medium text-accent underline underline-offset-2"
        href={href("/panel/settings/channels")}
      >
        {speak(messageWords, language).connect}
      </a>
    </p>
  );
}
