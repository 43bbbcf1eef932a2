import { parseDecimal } from "@/lib/panel/page/numbers.ts";
import { headOf, isHead, isSum, type PastedCell } from "@/lib/panel/quotes/editor/paste_heads.ts";
import type { LinePlace } from "@/lib/panel/quotes/editor/line_history.ts";
import {
  type Cell,
  cells,
  type GridLine,
  isBlank,
  type Notation,
  type NumberCell,
  tidied,
} from "@/lib/panel/quotes/editor/lines.ts";
import { maxLines } from "@/lib/sales/quotes/limits.ts";
import { pasteWords } from "@/lib/panel/quotes/paste_words.ts";
import { type Language, speak } from "@/lib/words/language.ts";

/** Reads spreadsheet rows from the clipboard: tabs between cells, one line per row. */

/** The cells of a row that the clipboard has; others are not touched. */
export type PastedRow = Partial<Record<PastedCell, string>>;

export interface Pasted {
  rows: PastedRow[];
  /** Names of rows that are sums of others, and so no lines. */
  sums: string[];
}

/** Reads a pasted table; null for a single value, which goes into the one cell. */
export function readPasted(
  text: string,
  { from, language }: { from: Cell; language: Language },
): Pasted | null {
  const all = splitRows(text);
  if (all.length === 0 || (all.length === 1 && all[0]!.length === 1)) return null;
  const filled = all.filter((row) => !isEmpty(row));
  const named = headOf(filled[0] ?? []);
  const head = isHead(named, filled) ? filled[0]! : null;
  // A blank cell of a column that goes into lines which are there blanks its own line's.
  const under = from === "name" ? filled : all;
  const body = (head ? under.slice(under.indexOf(head) + 1) : under)
    .filter((row) => isEmpty(row) || !isTotal(row, language));
  const columns = head ? named : columnsOf(body, from, language);
  const rows = body.map((row): PastedRow =>
    Object.fromEntries(
      columns.flatMap((cell, at) => cell && row[at] !== undefined ? [[cell, row[at].trim()]] : []),
    )
  );
  const sums = filled.filter((row) => row !== head && isTotal(row, language)).map(nameOf);
  const [first, ...rest] = rows;
  const isTitle = !head && first !== undefined && rest.length > 0 &&
    hasNoNumber(first, language) && rest.some((row) => !hasNoNumber(row, language)) &&
    Object.values(first).some((cell) => cell !== "");
  return { rows: isTitle ? rest : rows, sums };
}

/** The line with the row's cells; a new line keeps its own where they are blank. */
function fillLine(line: GridLine, row: PastedRow, notation: Notation): GridLine {
  const isNew = isBlank(line);
  const cells = Object.entries(row).filter(([, value]) => value !== "" || !isNew)
    .map(([cell, value]) => [cell, tidied(cell as Cell, value, notation)]);
  return { ...line, ...Object.fromEntries(cells) };
}

interface Place {
  at: number;
  cell: LinePlace["cell"];
  fresh(): GridLine;
  notation: Notation;
}

/** Puts rows into the lines from a place on, or below it, and says what came of it. */
export function pasteInto(
  lines: GridLine[],
  { rows, sums }: Pasted,
  { at, cell, fresh, notation }: Place,
) {
  const words = speak(pasteWords, notation.language);
  const free = maxLines - lines.filter((line) => !isBlank(line)).length;
  const under = cell === "name" ? [] : lines.slice(at).filter((line) => !isBlank(line));
  const usable = rows.slice(0, under.length + free);
  const filled = usable.map((row, index) => fillLine(under[index] ?? fresh(), row, notation));
  const from = cell === "name" && !isBlank(lines[at]!) ? at + 1 : at;
  const isCut = usable.length < rows.length;
  return {
    lines: lines.toSpliced(from, Math.min(under.length, filled.length), ...filled),
    last: filled.at(-1)!.key,
    isCut,
    text: isCut
      ? words.tooMany(maxLines)
      : [words.pasted(filled.length), ...sums.map(words.noLine)].join(" "),
  };
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
  while (rows.length > 0 && isEmpty(rows.at(-1)!)) rows.pop();
  return rows;
}

function isEmpty(row: readonly string[]): boolean {
  return row.every((cell) => cell.trim() === "");
}

function joined(blanks: string): string {
  return /[\r\n]/.test(blanks) ? " " : blanks;
}

/** A row that sums others up has a name like "Total" and a number. */
function isTotal(row: readonly string[], language: Language): boolean {
  return isSum(nameOf(row)) &&
    row.some((cell) => typeof parseDecimal(cell, language) === "number");
}

function nameOf(row: readonly string[]): string {
  return row.find((cell) => /\p{L}/u.test(cell))?.trim() ?? "";
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

function hasNoNumber(row: PastedRow, language: Language): boolean {
  return numeric.every((cell) => typeof parseDecimal(row[cell] ?? "", language) !== "number");
}
