import { parse } from "csv-parse/sync";
import { type Delimiter, delimiters, type Encoding } from "@/lib/records/import.ts";
import { problem } from "@/lib/input/errors.ts";
import { importWords } from "@/lib/words/imports.ts";
import type { Text } from "@/lib/words/language.ts";

/**
 * Reads CSV as people have it: by RFC 4180, in any of the encodings and with any of the delimiters
 * that spreadsheets write. The parser is csv-parse: without dependencies of its own, and it takes
 * quotes that stand within a cell for what they are.
 */

export interface CsvFile {
  encoding: Encoding;
  delimiter: Delimiter;
  /** The names of the columns, trimmed. */
  header: string[];
  /** What is not blank, with the number that a spreadsheet gives the row; cells trimmed. */
  rows: { row: number; cells: string[] }[];
}

/**
 * Reads a file whose first row names its columns.
 * @param isKnown tells the delimiter apart where several would make columns
 * @throws Problem validation_failed (`body`): no text, an open quote, too many rows
 */
export function readCsv(
  bytes: Uint8Array,
  { isKnown, maxRows }: { isKnown: (name: string) => boolean; maxRows: number },
): CsvFile {
  const { text, encoding } = decode(bytes);
  if (text.includes("\0")) throw refusal(importWords.notText);
  const { hint, body } = splitHint(text);
  const delimiter = hint ?? detectDelimiter(body, isKnown);
  const [header, ...records] = parseAll(body, delimiter);
  if (!header || isBlank(header)) throw refusal(importWords.noHeader);
  const first = hint ? 3 : 2;
  const rows = records.map((cells, at) => ({ row: first + at, cells }))
    .filter(({ cells }) => !isBlank(cells));
  if (rows.length > maxRows) throw refusal(importWords.mostRows(maxRows));
  return { encoding, delimiter, header, rows };
}

function refusal(text: Text, cause?: unknown) {
  return problem("validation_failed", { fields: { body: text }, cause });
}

/** UTF-8 is told by its being valid, UTF-16 by its mark; the rest is what Windows wrote. */
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

/** Excel's own first line, `sep=;`, which says the delimiter. */
function splitHint(text: string): { hint?: Delimiter; body: string } {
  const match = /^"?sep=([,;\t])"?(?:\r\n|\n|\r)/i.exec(text);
  return match
    ? { hint: match[1] as Delimiter, body: text.slice(match[0].length) }
    : { body: text };
}

/** The delimiter by which the first row has the most names that are known, then the most at all. */
function detectDelimiter(text: string, isKnown: (name: string) => boolean): Delimiter {
  const headers = delimiters.map((delimiter) => {
    const names = parseAll(text, delimiter, 1)[0] ?? [];
    return { delimiter, known: names.filter(isKnown).length, size: names.length };
  });
  return headers.sort((a, b) => b.known - a.known || b.size - a.size)[0]!.delimiter;
}

function parseAll(text: string, delimiter: Delimiter, to = -1): string[][] {
  try {
    const records = parse(text, {
      delimiter,
      to,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      relax_quotes: true,
    });
    return records.map((cells) => cells.map((cell) => cell.replaceAll("\r\n", "\n").trim()));
  } catch (cause) {
    const { code, lines } = cause as { code?: string; lines: number };
    if (code !== "CSV_QUOTE_NOT_CLOSED") throw cause;
    throw refusal(importWords.openQuote(lines), cause);
  }
}

function isBlank(cells: string[]): boolean {
  return cells.every((cell) => cell === "");
}
