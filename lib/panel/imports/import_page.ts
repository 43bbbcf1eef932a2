/** Data of the page of imports, as the API gives it. */

export const importNouns = ["contacts", "clients", "products"] as const;
export type ImportNoun = (typeof importNouns)[number];

/** A field that a column can become. */
export interface ImportTarget {
  field: string;
  label: string;
  /** Hint on what the cells may hold. */
  hint: string;
  isRequired: boolean;
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
}

export interface Preview {
  encoding: string;
  delimiter: "comma" | "semicolon" | "tab";
  columns: { header: string; field: string | null; examples: string[] }[];
  rows: { row: number; values: Record<string, unknown> }[];
  counts: Counts;
  errors: WrongCell[];
}

export interface Result {
  imported: number;
  skipped: number;
  created_at: string;
}

/** The list of what was made: all of it has the same instant. */
export function listOfMade(noun: ImportNoun, companyId: number, { created_at }: Result): string {
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

/** A value of a preview as text. */
export function shownValue(value: unknown): string {
  if (value === undefined || value === null) return "";
  return Array.isArray(value) ? value.join(", ") : String(value);
}
