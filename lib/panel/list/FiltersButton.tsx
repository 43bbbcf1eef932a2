import { useWords } from "@/components/page.ts";
import { Icon } from "@/components/icons/Icon.tsx";
import { type FilterSpec, isChosen, type ListView } from "@/lib/panel/list/list_view.ts";
import { listWords } from "@/lib/panel/list/words.ts";

/** The sheet of a list's filters on a phone; on a desk they stand in the page. */
export const filterSheet = "list-filters";

interface FiltersButtonProps {
  view: ListView;
  filters: FilterSpec[];
}

/** Chip of a phone that opens the filters and says how many are in use. */
export function FiltersButton({ view, filters }: FiltersButtonProps) {
  if (filters.length === 0) return null;
  const count = filters.filter((filter) => isChosen(view, filter)).length;
  return <FiltersChip count={count} target={filterSheet} />;
}

interface FiltersChipProps {
  count: number;
  target: string;
}

export function FiltersChip({ count, target }: FiltersChipProps) {
  const words = useWords(listWords);
  return (
    <button
      type="button"
      class="chip filters-button"
      popovertarget={target}
      aria-label={words.filtersInUse(count)}
      data-count={count > 0 ? count : undefined}
    >
      <Icon name="sliders-horizontal" />
      <span class="filters-word">{words.filters}</span>
      {count > 0 && (
        <>
          {" "}
          <span class="filters-count">{count}</span>
        </>
      )}
    </button>
  );
}
