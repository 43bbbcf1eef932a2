import { fold } from "@/lib/records/imports/csv_values.ts";

/** The head is among the first rows: files of reports have titles above it. */
export const headWithin = 10;

export interface HeadRow {
  /** Index of the row. */
  at: number;
  /** Number of known names in it. */
  matches: number;
  size: number;
}

/** Finds the first row with names in `heads` (folded), or else the first with any text. */
export function headRowOf(
  rows: readonly string[][],
  { heads, limits }: {
    heads: ReadonlySet<string>;
    limits: { columns: number; cell: number };
  },
): HeadRow {
  const candidates = rows.slice(0, headWithin).map((cells) => {
    const names = cells.slice(0, limits.columns).map((name) => fold(name.slice(0, limits.cell)));
    return {
      matches: new Set(names.filter((name) => heads.has(name))).size,
      size: cells.length,
      filled: names.filter((name) => name !== "").length,
    };
  });
  // One word alone may be a title: "Clientes", "Productos".
  const indexes = [
    candidates.findIndex(({ matches, filled }) => matches > 1 || matches > 0 && filled > 1),
    candidates.findIndex(({ filled }) => filled > 0),
  ];
  const at = indexes.find((index) => index >= 0) ?? 0;
  return { at, matches: candidates[at]?.matches ?? 0, size: candidates[at]?.size ?? 0 };
}
