import { joinedParams } from "@/lib/input/list_reading.ts";

/** A list as its address says it: filters, sort and page are in the URL, so that links keep them. */

/** A filter of a list: what its chip says and what it can be set to. */
export interface FilterSpec {
  /** Its name in the query string; a range has `_from` and `_to` after it. */
  name: string;
  label: string;
  kind: "choice" | "flag" | "days";
  options?: { value: string; label: string }[];
  /** Whether several values may be chosen. */
  isSeveral?: boolean;
}

/** What a page knows of its address. */
export interface ListView {
  /** `/panel/contacts`. */
  path: string;
  /** Every parameter that counts, the company among them. */
  params: Record<string, string>;
}

/** The address with some parameters changed; null takes one out. A changed list begins on page 1. */
export function hrefOf(
  { path, params }: ListView,
  changes: Record<string, string | number | null> = {},
): string {
  const keepsPage = "page" in changes;
  const merged: Record<string, string | number | null> = { ...params, ...changes };
  if (!keepsPage && Object.keys(changes).length > 0) delete merged.page;
  const given = Object.entries(merged).filter(([, value]) => value !== null && value !== "");
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return `${path}?${query}`;
}

/** The parameters of a page's address, without those that were not understood. */
export function viewOf(url: URL, companyId: number, ignored: readonly string[] = []): ListView {
  const params = Object.fromEntries(
    Object.entries(joinedParams(url.searchParams)).filter(([name]) => !ignored.includes(name)),
  );
  return { path: url.pathname, params: { ...params, company_id: String(companyId) } };
}

/** The names in the query string that a filter uses. */
export function namesOf({ name, kind }: FilterSpec): string[] {
  return kind === "days" ? [`${name}_from`, `${name}_to`] : [name];
}

/** Whether the list is narrowed by anything. */
export function isNarrowed({ params }: ListView, filters: readonly FilterSpec[]): boolean {
  return Boolean(params.q) ||
    filters.some((filter) => namesOf(filter).some((name) => params[name]));
}
