import { usePage } from "@/components/page.ts";
import { speak } from "@/lib/words/language.ts";
import { listWords } from "@/lib/panel/list/words.ts";

/** Says what of an address was not understood and is not narrowed by. */
export function Ignored({ names }: { names: string[] }) {
  const { language } = usePage();
  if (names.length === 0) return null;
  return (
    <p role="status" class="mb-3 rounded-md bg-warning px-3 py-2 text-meta text-warning-text">
      {speak(listWords, language).ignored(names.join(", "))}
    </p>
  );
}
