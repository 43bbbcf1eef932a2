import { setImmediate } from "node:timers/promises";
import type { ImportError } from "@/lib/records/imports/import.ts";

/**
 * The rows of a file as they leave the thread that reads it: in parts of bytes, which are handed over
 * at no cost, and of which each is taken in within a few milliseconds.
 */

export interface ImportRow {
  row: number;
  isValid: boolean;
  /** What is wrong with a valid row as a new record. */
  lacks?: ImportError[];
  /** In the order of the kind's keys; null where the row has none. */
  keys: (string | null)[];
  /** Of the fields that name employees, in their order. */
  employees: (number | null)[];
  /** Columns to store of a valid row, as JSON, where the file is stored or compared. */
  columns?: string;
  /** The fields that have a value, where it is compared. */
  given?: string[];
  /** As the file has them, where wrong rows are asked for. */
  cells?: string[];
  /** As far as they can be read, where rows are shown. */
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

/** Gives one part after another, and other work its turn before each. */
export async function* unpackRows(parts: ImportPart[]): AsyncGenerator<ImportRow[]> {
  for (const part of parts) {
    await setImmediate();
    yield JSON.parse(new TextDecoder().decode(part));
  }
}
