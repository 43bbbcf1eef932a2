import { setImmediate } from "node:timers/promises";
import type { ImportError } from "@/lib/records/imports/rows/import_answers.ts";

/**
 * Rows passed from the reading thread to the main one as byte buffers, which are transferred
 * without copying; each is small enough to parse in a few milliseconds.
 */

/** A remark on a row that is imported all the same. */
export interface Remark extends ImportError {
  /** Whether notes keep what is left out; absent where nothing is. */
  isKept?: boolean;
}

export interface ImportRow {
  row: number;
  isValid: boolean;
  /** Errors that a valid row has only if it becomes a new record. */
  lacks?: ImportError[];
  remarks?: Remark[];
  newRemarks?: Remark[];
  /** Lines for the record's notes. */
  lines?: string[];
  /** Values of the kind's keys, in their order; null where the row has none. */
  keys: (string | null)[];
  /** Ids in the fields that name employees, in their order. */
  employees: (number | null)[];
  /** Columns to store of a valid row, as JSON, where the file is stored or compared. */
  columns?: string;
  /** Names of the fields that have a value, where the file is compared. */
  fields?: string[];
  /** Texts of the row as in the file, where they may be asked for. */
  cells?: string[];
  /** Values that could be read, where rows are shown. */
  values?: Record<string, unknown>;
  errors?: ImportError[];
}

export type ImportPart = Uint8Array<ArrayBuffer>;

const most = { rows: 1000, characters: 256 * 1024 };

export function packRows(rows: Iterable<ImportRow>): ImportPart[] {
  const parts: ImportPart[] = [];
  let texts: string[] = [];
  let characters = 0;
  const finish = () => {
    parts.push(new TextEncoder().encode(`[${texts.join(",")}]`));
    texts = [];
    characters = 0;
  };
  for (const row of rows) {
    const text = JSON.stringify(row);
    const isFull = texts.length === most.rows || characters + text.length > most.characters;
    if (isFull && texts.length > 0) finish();
    texts.push(text);
    characters += text.length;
  }
  if (texts.length > 0) finish();
  return parts;
}

/** Yields the rows of one part after another, and lets other work run before each. */
export async function* unpackRows(parts: ImportPart[]): AsyncGenerator<ImportRow[]> {
  for (const part of parts) {
    await setImmediate();
    yield JSON.parse(new TextDecoder().decode(part));
  }
}
