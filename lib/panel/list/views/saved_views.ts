/** A saved view, as the list's menu names it. */
export interface SavedView {
  id: number;
  name: string;
  shared: boolean;
  version: number;
}

export interface SavedViewsOfList {
  /** The list's name in addresses: `clients`. */
  list: string;
  views: SavedView[];
  /** The view that is shown, and what it says as parameters. */
  current: number | null;
  base?: Record<string, string>;
}

/** A column, as the menu of columns names it. */
export interface ColumnName {
  name: string;
  label: string;
  isShown: boolean;
}

/** Content of a view: the list's own parameters by kind. */
export interface ViewContents {
  filters: Record<string, string>;
  sort: string | null;
  columns: string[] | null;
}

/** Parameters of where one is, which no view keeps. */
const passing = new Set(["company_id", "view", "page", "per_page"]);

/** The part of a list's address that a view keeps. */
export function contentsOf(params: Record<string, string>): ViewContents {
  const { sort, columns, ...rest } = params;
  const filters = Object.entries(rest).filter(([name, value]) => !passing.has(name) && value);
  return {
    filters: Object.fromEntries(filters),
    sort: sort || null,
    columns: columns ? columns.split(",") : null,
  };
}
