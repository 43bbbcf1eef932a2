import { useWords } from "@/components/page.ts";
import type { ComponentChildren } from "preact";
import { Empty } from "@/components/Empty.tsx";
import type { IconName } from "@/components/icons/icons.ts";
import { FilterBar } from "@/lib/panel/list/FilterBar.tsx";
import { Ignored } from "@/lib/panel/list/Ignored.tsx";
import { ListHead } from "@/lib/panel/list/ListHead.tsx";
import { Pager } from "@/lib/panel/list/Pager.tsx";
import { type FilterSpec, hrefOf, isNarrowed, type ListView } from "@/lib/panel/list/list_view.ts";
import { searchDatum } from "@/lib/panel/list/search/shown_search.ts";
import { listWords } from "@/lib/panel/list/words.ts";

interface ListPageProps {
  title: string;
  icon: IconName;
  view: ListView;
  filters: FilterSpec[];
  ignored: string[];
  meta: { page: number; per_page: number; total: number; pages: number };
  /** Whether words are searched; some lists have none. */
  hasSearch?: boolean;
  /** Filters while one types (lib/panel/list/search/SearchAsTyped.tsx). */
  search?: ComponentChildren;
  /** Whether the list can be had as a CSV file. */
  hasCsv?: boolean;
  /** The filters, where their menus ask the server (lib/panel/list/ListFilters.tsx). */
  filterBar?: ComponentChildren;
  /** Content of a list that is still empty. */
  empty: { text: string; action?: ComponentChildren };
  actions?: ComponentChildren;
  create?: ComponentChildren;
  note?: ComponentChildren;
  /** Links above the filters: list or board. */
  tabs?: ComponentChildren;
  /** The menus of saved views and columns (lib/panel/list/views/SavedViews.tsx). */
  views?: ComponentChildren;
  /** The bar of changes to selected rows (lib/panel/list/bulk/BulkBar.tsx). */
  bar?: ComponentChildren;
  children: ComponentChildren;
}

/** Page around a list: title, search, filters, count, paging, empty states. */
export function ListPage(props: ListPageProps) {
  const { title, view, filters, ignored, meta, hasSearch = true, hasCsv } = props;
  const words = useWords(listWords);
  const narrowed = isNarrowed(view, filters);
  return (
    <>
      <ListHead
        title={title}
        view={view}
        filters={filters}
        hasSearch={hasSearch}
        search={props.search}
        tabs={props.tabs}
        views={props.views}
        hasCsv={hasCsv}
        actions={props.actions}
        create={props.create}
      />
      {props.note}
      <Ignored names={ignored} />
      <div class="md:mb-3">
        {props.filterBar ?? <FilterBar view={view} filters={filters} />}
      </div>
      <div data-region="list">
        <span hidden data-total={meta.total} />
        <data hidden data-json={searchDatum} value={JSON.stringify(view.params.q ?? "")} />
        {meta.total === 0
          ? narrowed
            ? (
              <Empty icon="search" text={words.noMatches}>
                <a
                  class="button"
                  href={hrefOf({ path: view.path, params: {} }, {
                    company_id: view.params.company_id!,
                  })}
                >
                  {words.clearFilters}
                </a>
              </Empty>
            )
            : <Empty icon={props.icon} text={props.empty.text}>{props.empty.action}</Empty>
          : (
            <>
              {props.children}
              <Pager view={view} meta={meta} />
            </>
          )}
      </div>
      {props.bar}
    </>
  );
}
