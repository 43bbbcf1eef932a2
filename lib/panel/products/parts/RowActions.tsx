import { useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { productWords } from "@/lib/panel/products/words.ts";

interface RowActionsProps {
  name: string;
  active: boolean;
}

/** Actions on a row other than editing its cells. */
export function RowActions({ name, active }: RowActionsProps) {
  const words = useWords(productWords);
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
