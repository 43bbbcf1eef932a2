/** Data of the page of imports, as the API gives it. */

export const importNouns = ["contacts", "clients", "products"] as const;
export type ImportNoun = (typeof importNouns)[number];

/** A field that a column can be mapped to. */
export interface ImportTarget {
  field: string;
  label: string;
  /** Hint on what the cells may hold. */
  hint: string;
  isRequired: boolean;
  format: "text" | "number" | "instant";
  /** Labels of values that are not shown as stored: choices, people, yes and no. */
  words: Record<string, string>;
}

export interface WrongCell {
  row: number;
  column: string | null;
  field: string | null;
  message: string;
}

export interface Counts {
  rows: number;
  valid: number;
  invalid: number;
  duplicates: number;
  changed: number;
  same: number;
  remarks: number;
}

export const outcomes = ["new", "changed", "same", "wrong", "left_out"] as const;
export type Outcome = (typeof outcomes)[number];
/** Rows that can be looked at apart: of an outcome, or that come in with remarks. */
export type Shown = Outcome | "remarks";

export type ColumnRole = "value" | "joined" | "otherwise" | "in_notes" | "left_out";

export interface PreviewColumn {
  header: string;
  field: string | null;
  role: ColumnRole | null;
  examples: string[];
}

export interface PreviewRow {
  row: number;
  outcome: Outcome;
  record: { id: number; name: string | null } | null;
  values: Record<string, unknown>;
  changes: Record<string, [unknown, unknown]>;
  errors: WrongCell[];
  remarks: WrongCell[];
}

export interface Preview {
  format: "csv" | "vcard" | "xlsx";
  sheets: string[];
  sheet: string | null;
  encoding: string;
  delimiter: "comma" | "semicolon" | "tab" | "pipe" | null;
  columns: PreviewColumn[];
  rows: PreviewRow[];
  counts: Counts;
  digest: string;
  errors: WrongCell[];
}

/** Options chosen for the import. */
export interface Choices {
  duplicates: "update" | "skip";
  invalid: "skip" | "refuse";
  /** Price of products without one. */
  price?: "0";
}

/** Number of rows of each outcome, and of all. */
export function countsOf(
  { rows, valid, duplicates, changed, same, remarks }: Counts,
  { duplicates: how }: Choices,
): Record<Shown | "all", number> {
  const leftOut = how === "skip" ? duplicates : 0;
  return {
    all: rows,
    new: valid,
    changed,
    same,
    wrong: rows - valid - changed - same - leftOut,
    left_out: leftOut,
    remarks,
  };
}

export interface Result {
  id: number | null;
  imported: number;
  changed: number;
  same: number;
  skipped: number;
  wrong: number;
  remarks: number;
  created_at: string;
}

/** Counts of what an undo would do. */
export interface UndoCounts {
  trashed: number;
  restored: number;
  kept: number;
}

/** The answer of an undo. */
export interface Undone extends UndoCounts {
  records: KeptRecord[];
}

export interface KeptRecord {
  id: number;
  name: string | null;
  error?: string;
  fields?: Record<string, string>;
}

/** Link to the list of created records, which share one instant. */
export function listOfMade(
  noun: ImportNoun,
  companyId: number,
  { created_at }: { created_at: string | Date },
): string {
  const at = new Date(created_at).getTime();
  const params = new URLSearchParams({
    company_id: String(companyId),
    created_at_from: new Date(at).toISOString(),
    // The database counts in smaller steps than a millisecond.
    created_at_to: new Date(at + 1).toISOString(),
    ...(noun === "products" ? { active: "true,false" } : {}),
  });
  return `/panel/${noun}?${params}`;
}
