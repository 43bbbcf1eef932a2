import { BulkBar, SavedViews } from "@/islands/list/ListTools.tsx";
import { SearchAsTyped } from "@/islands/list/List.tsx";
import { AskingFilters } from "@/routes/panel/(_frame)/AskingFilters.tsx";
import type { bulkBar } from "@/lib/panel/list/bulk/bulk_actions.ts";
import {
  type FilterOption,
  type FilterSpec,
  type ListView,
  withChosen,
} from "@/lib/panel/list/list_view.ts";
import { namesOfColumns } from "@/lib/panel/list/views/columns.ts";
import type { SavedViewsOfList } from "@/lib/panel/list/views/saved_views.ts";
import type { Language } from "@/lib/words/language.ts";

interface Listed {
  view: ListView & { saved: SavedViewsOfList };
  columns: Parameters<typeof namesOfColumns>[0];
  filters: FilterSpec[];
  /** Records that the address has chosen, with their names. */
  chosen: Record<string, FilterOption[]>;
  /** Verbs for selected rows; a list without it selects none. */
  bulk?: ReturnType<typeof bulkBar>;
  /** The list without a view, where its address is not the section's. */
  plain?: string;
  companyId: number;
  language: Language;
}

/** The filters of a list, its menu of saved views and columns, and the bar for its selected rows. */
export function listTools(listed: Listed) {
  const { view, columns, bulk, plain, companyId, language } = listed;
  const filters = withChosen(listed.filters, listed.chosen);
  const who = { companyId, language };
  const names = namesOfColumns(columns, view);
  const asking = { list: view.path.split("/").at(-1)!, companyId };
  return {
    filters,
    filterBar: <AskingFilters view={view} filters={filters} language={language} asking={asking} />,
    views: <SavedViews {...who} view={view} columns={names} plain={plain} />,
    search: <SearchAsTyped language={language} />,
    bar: bulk && <BulkBar {...bulk} {...who} />,
  };
}
