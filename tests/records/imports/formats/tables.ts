/** Reads a file as the importer does before it looks at the fields. */
import { readTable } from "@/lib/records/imports/formats/read_table.ts";
import type { TableLimits } from "@/lib/records/imports/formats/table.ts";
import { importLimits } from "@/lib/records/imports/import.ts";
import { Problem } from "@/lib/input/errors.ts";
import type { Text } from "@/lib/words/language.ts";

const utf8 = new TextEncoder();

interface Options {
  sheet?: string;
  language?: "es" | "en";
  limits?: Partial<TableLimits>;
  /** Names that a head may have. */
  heads?: string[];
}

export function tableIn(file: string | Uint8Array, options: Options = {}) {
  const bytes = typeof file === "string" ? utf8.encode(file) : file;
  const limits = { ...importLimits, ...options.limits };
  const { sheet, language = "en", heads } = options;
  return readTable(bytes, { heads: new Set(heads), limits, language, sheet });
}

/** Rows by the heads, without what is empty. */
export function recordsIn(file: string | Uint8Array, options: Options = {}) {
  const { header, rows } = tableIn(file, options);
  return rows.map(({ cells }) =>
    Object.fromEntries(
      cells.map((cell, at) => [header[at]!, cell] as const).filter(([, cell]) => cell !== ""),
    )
  );
}

/** Why the file is refused. */
export function refusalOf(file: string | Uint8Array, options: Options = {}): Text {
  try {
    tableIn(file, options);
  } catch (error) {
    if (error instanceof Problem && error.extras.fields?.body) return error.extras.fields.body;
    throw error;
  }
  throw new Error("the file was read");
}
