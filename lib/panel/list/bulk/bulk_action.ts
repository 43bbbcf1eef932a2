/** A verb of the bar below a list; `field` names it in the body of `/bulk`. */
export interface BulkAction {
  field: string;
  label: string;
  /** Of components/icons.ts. */
  icon:
    | "user-plus"
    | "circle-dot"
    | "arrow-right"
    | "tag"
    | "archive"
    | "archive-restore"
    | "inbox"
    | "trash-2";
  /** What one press sends. */
  value?: unknown;
  /** What is chosen from; without it and without a value, tags are typed. */
  options?: { value: string | number | null; label: string }[];
  isDanger?: boolean;
  /** A letter that presses it while rows are selected. */
  shortcut?: string;
}

/** As in the API: more matches than these are refused. */
export const maxMatches = 5_000;
