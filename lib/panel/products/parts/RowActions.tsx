import { Icon } from "@/components/Icon.tsx";
import { type Language, speak } from "@/lib/words/language.ts";
import { productWords } from "@/lib/panel/products/words.ts";

interface RowActionsProps {
  name: string;
  active: boolean;
  language: Language;
}

/** Actions on a row other than editing its cells. */
export function RowActions({ name, active, language }: RowActionsProps) {
  const words = speak(productWords, language);
  const archive = active ? words.archive : words.unarchive;
  return (
    <span class="row-actions">
      <button
        type="button"
        class="button button-plain button-icon"
        data-rename
        data-opens=""
        title={words.cells.rename}
      >
        <Icon name="pencil" />
        <span class="sr-only">{`${words.cells.rename}: ${name}`}</span>
      </button>
      <button
        type="button"
        class="button button-plain button-icon"
        data-archive={String(active)}
        title={archive}
      >
        <Icon name={active ? "archive" : "archive-restore"} />
        <span class="sr-only">{`${archive}: ${name}`}</span>
      </button>
    </span>
  );
}
