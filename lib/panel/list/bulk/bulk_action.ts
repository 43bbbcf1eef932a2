/** A verb of the bar below a list; `field` names it in the body of `/bulk`. */
export interface BulkAction {
  field: string;
  label: string;
  icon:
    | "user-plus"
    | "circle-dot"
    | "arrow-right"
    | "tag"
    | "archive"
    | "archive-restore"
    | "inbox"
    | "trash-2";
  value?: unknown;
  /** Options of the value; without it and without a value, tags are typed. */
  options?: { value: string | number | null; label: string }[];
  isDanger?: boolean;
  /** A letter that presses it while rows are selected. */
  shortcut?: string;
}

/** The API refuses more matches. */
export const maxMatches = 5_000;
