import { joinedParams } from "@/lib/input/list_reading.ts";
import type { Language } from "@/lib/words/language.ts";
import type { SavedViewsOfList } from "@/lib/panel/list/views/saved_views.ts";

/** Filters, sort and page are in the URL, so that links keep them. */

export interface FilterSpec {
  /** Its name in the query string; a range adds `_from` and `_to`. */
  name: string;
  label: string;
  kind: "choice" | "flag" | "days" | "amounts";
  options?: FilterOption[];
  isSeveral?: boolean;
  /**
   * `values`: a menu asks the server for all values, and without scripts offers `options`.
   * `counts`: it offers `options`, and asks how many records each would leave.
   */
  served?: "values" | "counts";
}

export interface FilterOption {
  value: string;
  label: string;
}

export interface ListView {
  /** `/panel/contacts`. */
  path: string;
  /** All valid parameters, including the company; what a saved view brings is among them. */
  params: Record<string, string>;
  /** The saved views of the list, and what the one in `view` says: links name what differs. */
  saved?: SavedViewsOfList;
}

/** A text as one of several values: a comma within it separates nothing. */
export function escapeValue(text: string): string {
  return text.replaceAll(",", "\\,");
}

export function unescapeValue(value: string): string {
  return value.replaceAll("\\,", ",");
}

/** The values of a parameter that takes several, each as it is in the address. */
export function valuesOf({ params }: ListView, name: string): string[] {
  return (params[name] ?? "").split(/(?<!\\),/).filter(Boolean);
}

/**
 * Null removes a parameter; one of the saved view is then empty in the address. A changed list begins
 * on page 1. Addresses of the API take no view.
 */
export function hrefOf(
  { path, params, saved }: ListView,
  changes: Record<string, string | number | null> = {},
): string {
  const keepsPage = "page" in changes;
  const merged: Record<string, string | number | null> = { ...params, ...changes };
  if (!keepsPage && Object.keys(changes).length > 0) delete merged.page;
  const isOfApi = path.startsWith("/api/");
  if (isOfApi) { for (const name of ofShowing) delete merged[name]; }
  const base = (!isOfApi && merged.view ? saved?.base : undefined) ?? {};
  const names = [...new Set([...Object.keys(merged), ...Object.keys(base)])];
  const query = new URLSearchParams(names.flatMap((name) => {
    const value = String(merged[name] ?? "");
    return value === (base[name] ?? "") ? [] : [[name, value]];
  }));
  return `${path}?${query}`;
}

/** Parameters that say how a page shows its list. */
export const ofShowing = ["view", "columns"] as const;

/** Leaves out the parameters that were not understood. */
export function viewOf(url: URL, companyId: number, ignored: readonly string[] = []): ListView {
  const params = Object.fromEntries(
    Object.entries(joinedParams(url.searchParams)).filter(([name]) => !ignored.includes(name)),
  );
  return { path: url.pathname, params: { ...params, company_id: String(companyId) } };
}

/** The address of the same list as a CSV file, in words of the language. */
export function csvOf(view: ListView, language: Language): string {
  const path = view.path.replace(/^\/panel\//, "/api/admin/") + ".csv";
  return hrefOf({ ...view, path }, { page: null, per_page: null, words: language });
}

/** The filters with options for what is chosen, which the page's own rows may lack. */
export function withChosen(
  filters: FilterSpec[],
  chosen: Record<string, FilterOption[]>,
): FilterSpec[] {
  return filters.map((filter) => {
    const { options = [] } = filter;
    const added = (chosen[filter.name] ?? [])
      .filter(({ value }) => !options.some((option) => option.value === value));
    return added.length > 0 ? { ...filter, options: [...options, ...added] } : filter;
  });
}

/** The parameters that narrow the list besides the filter itself, as the API takes them. */
export function othersOf({ params }: ListView, filter: FilterSpec): Record<string, string> {
  const excluded = [...namesOf(filter), "company_id", ...ofShowing, ...ofPaging];
  return Object.fromEntries(
    Object.entries(params).filter(([name, value]) => value && !excluded.includes(name)),
  );
}

const ofPaging = ["page", "per_page", "sort", "per_column", "after"];

export function isRange({ kind }: FilterSpec): boolean {
  return kind === "days" || kind === "amounts";
}

export function namesOf(filter: FilterSpec): string[] {
  const { name } = filter;
  return isRange(filter) ? [`${name}_from`, `${name}_to`] : [name];
}

/** Whether the address says something of the filter. */
export function isChosen({ params }: ListView, filter: FilterSpec): boolean {
  return namesOf(filter).some((name) => params[name]);
}

export function isNarrowed(view: ListView, filters: readonly FilterSpec[]): boolean {
  return Boolean(view.params.q) || filters.some((filter) => isChosen(view, filter));
}
