import type { ComponentChildren } from "preact";
import { Empty } from "@/components/Empty.tsx";
import { Icon } from "@/components/Icon.tsx";
import type { IconName } from "@/components/icons.ts";
import { FilterBar } from "@/lib/panel/list/FilterBar.tsx";
import { Ignored } from "@/lib/panel/list/Ignored.tsx";
import { Pager } from "@/lib/panel/list/Pager.tsx";
import {
  csvOf,
  type FilterSpec,
  hrefOf,
  isNarrowed,
  type ListView,
} from "@/lib/panel/list/list_view.ts";
import { searchDatum } from "@/lib/panel/list/search/shown_search.ts";
import { listWords } from "@/lib/panel/list/words.ts";
import { type Language, speak } from "@/lib/words/language.ts";

interface ListPageProps {
  title: string;
  icon: IconName;
  view: ListView;
  filters: FilterSpec[];
  ignored: string[];
  meta: { page: number; per_page: number; total: number; pages: number };
  language: Language;
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
  const { title, view, filters, ignored, meta, language, hasSearch = true, hasCsv } = props;
  const words = speak(listWords, language);
  const narrowed = isNarrowed(view, filters);
  return (
    <>
      <header class="mb-4 flex flex-wrap items-center gap-x-2 gap-y-2 md:gap-x-4">
        <h1 class="text-title font-semibold tracking-tight">{title}</h1>
        {props.tabs && <div class="contents" data-follows-search>{props.tabs}</div>}
        {props.views}
        <div class="ml-auto flex min-w-0 items-center gap-2 max-md:contents">
          {hasSearch && <Search view={view} language={language} />}
          {hasSearch && props.search}
          {hasCsv && (
            <span class="contents" data-follows-search>
              <a
                class="button button-icon shrink-0"
                href={csvOf(view, language)}
                download
                data-no-prefetch
                title={words.export}
              >
                <Icon name="download" />
                <span class="sr-only">{words.export}</span>
              </a>
            </span>
          )}
          {props.actions}
        </div>
      </header>
      {props.note}
      <Ignored names={ignored} language={language} />
      <div class="mb-3">
        {props.filterBar ?? <FilterBar view={view} filters={filters} language={language} />}
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
              <Pager view={view} meta={meta} language={language} />
            </>
          )}
      </div>
      {props.bar}
    </>
  );
}

/** A form that needs no script: `/` leads to it. */
export function Search({ view, language }: { view: ListView; language: Language }) {
  const words = speak(listWords, language);
  const others = Object.entries(view.params).filter(([name]) => name !== "q" && name !== "page");
  return (
    <form action={view.path} method="get" role="search" class="list-search">
      {others.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      <label>
        <span class="sr-only">{words.search}</span>
        <input
          type="search"
          name="q"
          class="control md:w-48"
          placeholder={words.search}
          value={view.params.q ?? ""}
          data-most={200}
          dir="auto"
          data-search
          aria-keyshortcuts="/"
        />
      </label>
    </form>
  );
}
