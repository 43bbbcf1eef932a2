import { parse } from "csv-parse/sync";
import { type Delimiter, delimiters, type Encoding } from "@/lib/records/import.ts";
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

/**
 * The first row names the columns. `isKnown` decides between several possible delimiters.
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
function detectDelimiter(text: string, isKnown: (name: string) => boolean): Delimiter {
  const headers = delimiters.map((delimiter) => {
    const names = parseAll(text, delimiter, 1)[0] ?? [];
    return { delimiter, known: names.filter(isKnown).length, size: names.length };
  });
  return headers.sort((a, b) => b.known - a.known || b.size - a.size)[0]!.delimiter;
}

/** Exports put this before text that a spreadsheet would run as a formula. */
const guard = /^'(?=[=+@\t\r\n-])/;

function parseAll(text: string, delimiter: Delimiter, to = -1): string[][] {
  try {
    const records = parse(text, {
      delimiter,
      to,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      relax_quotes: true,
    });
    return records.map((cells) =>
      cells.map((cell) => cell.replace(guard, "").replaceAll("\r\n", "\n").trim())
    );
  } catch (cause) {
    const { code, lines } = cause as { code?: string; lines: number };
    if (code !== "CSV_QUOTE_NOT_CLOSED") throw cause;
    throw refusal(importWords.openQuote(lines), cause);
  }
}

function isBlank(cells: string[]): boolean {
  return cells.every((cell) => cell === "");
}
