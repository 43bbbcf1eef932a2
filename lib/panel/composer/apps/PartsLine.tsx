import { useWords } from "@/components/page.ts";
import { mostParts } from "@/lib/values/text_parts.ts";
import { messageWords } from "@/lib/words/message_words.ts";

/** In how many messages it leaves, where that is more than one. */
export function PartsLine({ count }: { count: number }) {
  const words = useWords(messageWords).reach;
  const text = count > mostParts
    ? words.tooMany(count, mostParts)
    : count > 1
    ? words.parts(count)
    : "";
  return (
    <p role="status" class={`empty:hidden ${count > mostParts ? "text-danger-text" : ""}`}>
      {text}
    </p>
  );
}
