import { usePage } from "@/components/page.ts";
import { messageWords } from "@/lib/panel/quotes/sending_words.ts";
import { speak } from "@/lib/words/language.ts";

interface ConnectHintProps {
  text: string;
}

/** Says what an account would do, and leads to where one is connected. */
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
