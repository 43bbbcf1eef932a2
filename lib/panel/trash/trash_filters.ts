import type { FilterSpec } from "@/lib/panel/list/list_view.ts";
import { type TrashNoun, trashNouns } from "@/lib/trash/trash_record.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { trashWords } from "@/lib/panel/trash/words.ts";

/** Filters of the trash: the nouns that it has. */
export function trashFilters(
  language: Language,
  counts: Partial<Record<TrashNoun, number>>,
): FilterSpec[] {
  const words = speak(trashWords, language);
  const options = trashNouns.map((noun) => ({
    value: noun,
    label: counts[noun] ? words.counted(words.nouns[noun], counts[noun]) : words.nouns[noun],
  }));
  return [{ name: "noun", label: words.noun, kind: "choice", isSeveral: true, options }];
}
