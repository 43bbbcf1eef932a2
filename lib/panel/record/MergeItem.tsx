import { useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { mergedAwayWords } from "@/lib/panel/record/merge/away_words.ts";

/** The item of a record's menu that merges another into it. */
export function MergeItem({ onMerge }: { onMerge(): void }) {
  const { button } = useWords(mergedAwayWords);
  return (
    <button type="button" class="menu-item" data-command={button} data-opens="" onClick={onMerge}>
      <Icon name="merge" />
      {button}
    </button>
  );
}
