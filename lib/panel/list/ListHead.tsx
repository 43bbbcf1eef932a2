import { usePage, useWords } from "@/components/page.ts";
import type { ComponentChildren } from "preact";
import { Icon } from "@/components/icons/Icon.tsx";
import { FiltersButton } from "@/lib/panel/list/FiltersButton.tsx";
import { csvOf, type FilterSpec, type ListView } from "@/lib/panel/list/list_view.ts";
import { listWords } from "@/lib/panel/list/words.ts";

interface ListHeadProps {
  title: string;
  view: ListView;
  filters: FilterSpec[];
  hasSearch?: boolean;
  search?: ComponentChildren;
  tabs?: ComponentChildren;
  views?: ComponentChildren;
  hasCsv?: boolean;
  actions?: ComponentChildren;
  /** The button of a new record; on a phone it is round and stands above the bottom bar. */
  create?: ComponentChildren;
  class?: string;
}

/**
 * Title of a list with its tools in one line. On a phone, views, files and actions are a menu, the
 * filters a sheet, and the search an icon until somebody types.
 */
export function ListHead(props: ListHeadProps) {
  const { language } = usePage();
  const { title, view, filters, hasSearch = true, tabs, views, hasCsv, actions } = props;
  const words = useWords(listWords);
  const hasMore = Boolean(views || hasCsv || actions);
  return (
    <header class={`list-head ${props.class ?? "md:mb-4"}`}>
      <h1 class="text-title font-semibold tracking-tight">{title}</h1>
      {tabs && <div class="contents" data-follows-search>{tabs}</div>}
      <div class="list-tools">
        {hasSearch && <Search view={view} />}
        {hasSearch && props.search}
        <FiltersButton view={view} filters={filters} />
        {hasMore && (
          <>
            <button
              type="button"
              class="button button-plain button-icon list-more-button"
              popovertarget="list-more"
              title={words.more}
            >
              <Icon name="ellipsis" />
              <span class="sr-only">{words.more}</span>
            </button>
            <div id="list-more" popover="auto" class="list-more" aria-label={words.more}>
              {views}
              <div class="list-files">
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
                      <span class="md:sr-only">{words.export}</span>
                    </a>
                  </span>
                )}
                {actions}
              </div>
            </div>
          </>
        )}
        {props.create && <div class="list-create">{props.create}</div>}
      </div>
    </header>
  );
}

/** A form that needs no script: `/` leads to it. */
export function Search({ view }: { view: ListView }) {
  const words = useWords(listWords);
  const others = Object.entries(view.params).filter(([name]) => name !== "q" && name !== "page");
  return (
    <form action={view.path} method="get" role="search" class="list-search">
      {others.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      <label>
        <Icon name="search" class="list-search-icon" />
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
