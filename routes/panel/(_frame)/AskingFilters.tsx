import { FilterBar, type FilterBarProps } from "@/lib/panel/list/FilterBar.tsx";
import { ListFilters } from "@/islands/list/List.tsx";
import type { Asking } from "@/lib/panel/list/views/use_values.ts";

interface AskingFiltersProps extends FilterBarProps {
  asking: Asking;
}

/** The filters of a list whose menus ask the server. */
export function AskingFilters({ view, filters, asking, lead }: AskingFiltersProps) {
  const { path, params, saved } = view;
  // Of saved views the menus need only what the chosen one says.
  const own = { path, params, saved: saved && { ...saved, views: [] } };
  return (
    <>
      <FilterBar view={view} filters={filters} lead={lead} />
      <ListFilters
        view={own}
        filters={filters.filter(({ served }) => served)}
        asking={asking}
      />
    </>
  );
}
