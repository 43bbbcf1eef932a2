import { BulkBar } from "@/islands/BulkBar.tsx";
import { SavedViews } from "@/islands/SavedViews.tsx";
import type { bulkBar } from "@/lib/pages/views/bulk_actions.ts";
import type { ListView } from "@/lib/panel/list_view.ts";
import { namesOfColumns } from "@/lib/panel/views/columns.ts";
import type { SavedViewsOfList } from "@/lib/panel/views/saved_views.ts";
import type { Language } from "@/lib/words/language.ts";

interface Listed {
  view: ListView & { saved: SavedViewsOfList };
  columns: Parameters<typeof namesOfColumns>[0];
  /** What can be done with selected rows; a list without it selects none. */
  bulk?: ReturnType<typeof bulkBar>;
  /** The list without a view, where its address is not the section's. */
  plain?: string;
  companyId: number;
  language: Language;
}

/** The menu of saved views and columns of a list, and the bar for its selected rows. */
export function listTools({ view, columns, bulk, plain, companyId, language }: Listed) {
  const who = { companyId, language };
  const names = namesOfColumns(columns, view);
  return {
    views: <SavedViews {...who} view={view} columns={names} plain={plain} />,
    bar: bulk && <BulkBar {...bulk} {...who} />,
  };
}
