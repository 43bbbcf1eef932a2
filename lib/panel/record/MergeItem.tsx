import { Icon } from "@/components/Icon.tsx";
import { type Language, speak } from "@/lib/words/language.ts";
import { mergedAwayWords } from "@/lib/panel/record/merge/away_words.ts";

/** The item of a record's menu that merges another into it. */
export function MergeItem({ language, onMerge }: { language: Language; onMerge(): void }) {
  const { button } = speak(mergedAwayWords, language);
  return (
    <button type="button" class="menu-item" data-command={button} data-opens="" onClick={onMerge}>
      <Icon name="merge" />
      {button}
    </button>
  );
}
