import { parseDecimal } from "@/lib/panel/page/numbers.ts";
import { type Cell, cells, type NumberCell } from "@/lib/panel/quotes/editor/lines.ts";
import type { Language } from "@/lib/words/language.ts";

/** Reads spreadsheet rows from the clipboard: tabs between cells, one line per row. */

/** Null for a single value, which goes into the one cell. */
export function readPasted(
  text: string,
  { from, language }: { from: Cell; language: Language },
): Partial<Record<Cell, string>>[] | null {
  const rows = splitRows(text);
  if (rows.length === 0 || (rows.length === 1 && rows[0]!.length === 1)) return null;
  const columns = columnsOf(rows, from, language);
  const read = rows.map((row) =>
    Object.fromEntries(columns.map((cell, at) => [cell, (row[at] ?? "").trim()]))
  );
  const [head, ...rest] = read;
  const isHead = head !== undefined && rest.length > 0 && hasNoNumber(head, language) &&
    rest.some((row) => !hasNoNumber(row, language));
  return isHead ? rest : read;
}

/** A quoted cell may hold tabs, line ends and doubled quotes. */
function splitRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const pattern = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/g;
  for (const [whole, quoted, bare, end] of text.matchAll(pattern)) {
    if (whole === "") break;
    row.push((quoted?.replaceAll('""', '"') ?? bare ?? "").replace(/\s+/g, joined));
    if (end === "\t") continue;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return rows.filter((cells) => cells.some((cell) => cell.trim() !== ""));
}

function joined(blanks: string): string {
  return /[\r\n]/.test(blanks) ? " " : blanks;
}

/** Many sheets have no unit column: two numbers after the name are quantity and price. */
function columnsOf(rows: string[][], from: Cell, language: Language): Cell[] {
  const columns = cells.slice(cells.indexOf(from));
  const unit = columns.indexOf("unit");
  const isNumber = (text = "") => typeof parseDecimal(text, language) === "number";
  const filled = rows.filter((row) => (row[unit] ?? "").trim() !== "");
  const hasNoUnit = unit > 0 && filled.some((row) => isNumber(row[unit])) &&
    filled.filter((row) => !isNumber(row[unit])).length <= 1;
  return hasNoUnit ? columns.filter((cell) => cell !== "unit") : columns;
}

const numeric: NumberCell[] = ["quantity", "unit_price", "discount_percent", "tax_rate"];

function hasNoNumber(row: Partial<Record<Cell, string>>, language: Language): boolean {
  return numeric.every((cell) => typeof parseDecimal(row[cell] ?? "", language) !== "number");
}
