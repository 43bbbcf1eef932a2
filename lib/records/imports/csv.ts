import { type Delimiter, delimiters, type Encoding } from "@/lib/records/imports/import.ts";
import { CsvError, readRows } from "@/lib/records/imports/csv_rows.ts";
import { type HeadRow, headRowOf, headWithin } from "@/lib/records/imports/heads/head_row.ts";
import { problem } from "@/lib/input/errors.ts";
import { withoutGuard } from "@/lib/input/formula_guard.ts";
import { plainLineEnds } from "@/lib/input/input.ts";
import { importWords } from "@/lib/words/imports.ts";
import type { Text } from "@/lib/words/language.ts";

/** Reads CSV (RFC 4180) in the encodings and with the delimiters that spreadsheets write. */

export interface CsvFile {
  encoding: Encoding;
  delimiter: Delimiter;
  header: string[];
  /** Rows without blank ones, numbered as in spreadsheets; cells are trimmed. */
  rows: { row: number; cells: string[] }[];
}

export interface CsvLimits {
  rows: number;
  columns: number;
  cell: number;
}

/**
 * The first row with names in `heads` (folded) names the columns, or else the first row of all. Of
 * several possible delimiters the one wins that gives it most of these names.
 * @throws Problem validation_failed (`body`): no text, an open quote, more than the limits
 */
export function readCsv(
  bytes: Uint8Array,
  { heads, limits }: { heads: ReadonlySet<string>; limits: CsvLimits },
): CsvFile {
  const { text, encoding } = decode(bytes);
  if (text.includes("\0")) throw refusal(importWords.notText);
  const { hint, body } = splitHint(text);
  const { delimiter, at: headAt } = findHead(body, hint ? [hint] : delimiters, { heads, limits });
  // Blank rows between the others are no error, but there may be no more of them.
  const parsed = parseAll(body, delimiter, limits, headAt + 2 * limits.rows + 2);
  const tooLong = parsed.findIndex((cells) => cells.some(({ length }) => length > limits.cell));
  const first = headAt + (hint ? 3 : 2);
  if (tooLong >= 0) throw refusal(importWords.longCell(tooLong + (hint ? 2 : 1), limits.cell));
  const [header, ...records] = parsed.slice(headAt).map((cells) => cells.map(cleaned));
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

/** UTF-16 by its byte order mark or its many zeros, UTF-8 if valid, else Windows-1252. */
function decode(bytes: Uint8Array): { text: string; encoding: Encoding } {
  const wide = wideEncoding(bytes);
  if (wide) return { text: new TextDecoder(wide).decode(bytes), encoding: wide };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "utf-8" };
  } catch {
    return { text: new TextDecoder("windows-1252").decode(bytes), encoding: "windows-1252" };
  }
}

/** Letters of Europe have a zero in one of their two bytes: the first, or the second. */
function wideEncoding(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const pairs = Math.min(bytes.length >> 1, 500);
  const zeros = [0, 0];
  for (let at = 0; at < 2 * pairs; at++) if (bytes[at] === 0) zeros[at & 1]!++;
  const [even, odd] = zeros as [number, number];
  if (pairs < 4 || Math.max(even, odd) <= pairs / 2) return undefined;
  // A zero in both is binary data.
  if (Math.min(even, odd) > 0) return undefined;
  return odd > even ? "utf-16le" : "utf-16be";
}

/** Excel's first line `sep=;` names the delimiter. */
function splitHint(text: string): { hint?: Delimiter; body: string } {
  const match = /^"?sep=([,;\t|])"?(?:\r\n|\n|\r)/i.exec(text);
  return match
    ? { hint: match[1] as Delimiter, body: text.slice(match[0].length) }
    : { body: text };
}

interface Head extends HeadRow {
  delimiter: Delimiter;
}

function findHead(
  text: string,
  possible: readonly Delimiter[],
  { heads, limits }: { heads: ReadonlySet<string>; limits: CsvLimits },
): Head {
  const candidates = possible.map((delimiter): Head => {
    const options = { delimiter, most: headWithin, longest: maxRecordOf(limits), isTrial: true };
    return { delimiter, ...headRowOf(readRows(text, options), { heads, limits }) };
  });
  return candidates.sort((a, b) => b.matches - a.matches || b.size - a.size)[0]!;
}

export function cleaned(cell: string): string {
  return plainLineEnds(withoutGuard(cell)).trim();
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
