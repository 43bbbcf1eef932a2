import { type Delimiter, delimiters, type Encoding } from "@/lib/records/imports/import.ts";
import { CsvError, readRows } from "@/lib/records/imports/csv_rows.ts";
import { fold } from "@/lib/records/imports/csv_values.ts";
import { problem } from "@/lib/input/errors.ts";
import { importWords } from "@/lib/words/imports.ts";
import type { Text } from "@/lib/words/language.ts";

/** Reads CSV (RFC 4180) in the encodings and with the delimiters that spreadsheets write. */

export interface CsvFile {
  encoding: Encoding;
  delimiter: Delimiter;
  header: string[];
  /** Without blank rows, numbered as in spreadsheets; cells are trimmed. */
  rows: { row: number; cells: string[] }[];
}

export interface CsvLimits {
  rows: number;
  columns: number;
  cell: number;
}

/**
 * The first row names the columns. Of several possible delimiters the one wins that gives most
 * names in `known` (folded).
 * @throws Problem validation_failed (`body`): no text, an open quote, more than the limits
 */
export function readCsv(
  bytes: Uint8Array,
  { known, limits }: { known: ReadonlySet<string>; limits: CsvLimits },
): CsvFile {
  const { text, encoding } = decode(bytes);
  if (text.includes("\0")) throw refusal(importWords.notText);
  const { hint, body } = splitHint(text);
  const delimiter = hint ?? detectDelimiter(body, known, limits);
  // Blank rows between the others are no error, but there may be no more of them.
  const parsed = parseAll(body, delimiter, limits, 2 * limits.rows + 2);
  const tooLong = parsed.findIndex((cells) => cells.some(({ length }) => length > limits.cell));
  const first = hint ? 3 : 2;
  if (tooLong >= 0) throw refusal(importWords.longCell(tooLong + first - 1, limits.cell));
  const [header, ...records] = parsed.map((cells) => cells.map(cleaned));
  if (!header || isBlank(header)) throw refusal(importWords.noHeader);
  if (header.length > limits.columns) throw refusal(importWords.mostColumns(limits.columns));
  const rows = records.map((cells, at) => ({ row: first + at, cells }))
    .filter(({ cells }) => !isBlank(cells));
  if (rows.length > limits.rows || records.length > 2 * limits.rows) {
    throw refusal(importWords.mostRows(limits.rows));
  }
  return { encoding, delimiter, header, rows };
}

function refusal(text: Text, cause?: unknown) {
  return problem("validation_failed", { fields: { body: text }, cause });
}

/** UTF-16 if it has a byte order mark, UTF-8 if valid, else Windows-1252. */
function decode(bytes: Uint8Array): { text: string; encoding: Encoding } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    return { text: new TextDecoder("utf-16le").decode(bytes), encoding: "utf-16le" };
  }
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "utf-8" };
  } catch {
    return { text: new TextDecoder("windows-1252").decode(bytes), encoding: "windows-1252" };
  }
}

/** Excel's first line `sep=;` names the delimiter. */
function splitHint(text: string): { hint?: Delimiter; body: string } {
  const match = /^"?sep=([,;\t])"?(?:\r\n|\n|\r)/i.exec(text);
  return match
    ? { hint: match[1] as Delimiter, body: text.slice(match[0].length) }
    : { body: text };
}

/** The delimiter that gives the header most known names, then most names. */
function detectDelimiter(text: string, known: ReadonlySet<string>, limits: CsvLimits): Delimiter {
  const headers = delimiters.map((delimiter) => {
    const names = parseAll(text, delimiter, limits, 1)[0] ?? [];
    const shown = names.slice(0, limits.columns).map((name) => name.slice(0, limits.cell));
    const isKnown = (name: string) => known.has(fold(name));
    return { delimiter, known: shown.filter(isKnown).length, size: names.length };
  });
  return headers.sort((a, b) => b.known - a.known || b.size - a.size)[0]!.delimiter;
}

/** Exports put this before text that a spreadsheet would run as a formula. */
const guard = /^'(?=[=+@\t\r\n-])/;

export function cleaned(cell: string): string {
  return cell.replace(guard, "").replaceAll("\r\n", "\n").trim();
}

function parseAll(text: string, delimiter: Delimiter, limits: CsvLimits, to: number): string[][] {
  try {
    return readRows(text, { delimiter, most: to, longest: maxRecordOf(limits) });
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const { openQuote, longRow } = importWords;
    throw refusal((cause.fault === "open_quote" ? openQuote : longRow)(cause.line), cause);
  }
}

/** A row of long cells is many times shorter than this. */
function maxRecordOf({ cell }: CsvLimits): number {
  return 8 * cell;
}

function isBlank(cells: string[]): boolean {
  return cells.every((cell) => cell === "");
}
