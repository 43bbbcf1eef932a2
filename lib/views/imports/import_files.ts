import {
  type ErrorRow,
  type ImportFile,
  listErrorRows,
  type OpenAsMember,
} from "@/lib/records/imports/imports.ts";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { readPastRemarks, remarkText } from "@/lib/records/imports/rows/row_remarks.ts";
import { byteOrderMark, createRowWriter } from "@/lib/views/exports/csv_text.ts";
import { importables, type ImportedSection } from "@/lib/views/imports/importables.ts";
import { exportNames, exportStyle } from "@/lib/views/exports/words.ts";
import { importWords } from "@/lib/words/imports.ts";
import { type Language, speak } from "@/lib/words/language.ts";

/** Files of an import: an empty one to fill in, and the rows with errors or remarks. */

/** A file with nothing but the columns that the import takes. */
export function templateFile(section: ImportedSection, language: Language) {
  const { delimiter } = speak(exportStyle, language);
  const write = createRowWriter(styleOf(delimiter));
  const fields = Object.values(importables[section].fields);
  const head = write(fields.map(({ label }) => label[language]));
  return {
    name: exportNames[importables[section].noun as keyof typeof exportNames][language],
    parts: partsOf([byteOrderMark + head]),
  };
}

/**
 * Writes the wrong rows of a file, or those with remarks, with their numbers and errors.
 * @throws Problem validation_failed (not readable as CSV, `columns`)
 */
export async function errorRowsFile(
  asMember: OpenAsMember,
  section: ImportedSection,
  file: ImportFile & { rows: "wrong" | "remarks" },
) {
  const { header, delimiter, parts } = await listErrorRows(asMember, importables[section], file);
  const words = speak(importWords, file.language);
  const [word, ending] = file.rows === "wrong"
    ? [words.errors, words.wrongRows]
    : [words.remarks, words.remarkRows];
  // The delimiter decides how plain numbers are read, so the file keeps its own.
  const write = createRowWriter(styleOf(delimiter === "," ? "," : ";"));
  const textOf = ({ row, cells, errors }: ErrorRow) => {
    return write([...cells, row, errors.map(remarkText).join("; ")]);
  };
  const written = async function* () {
    yield byteOrderMark + write([...header, words.row, word]);
    for await (const rows of parts) yield rows.map(textOf).join("");
  };
  const noun = exportNames[importables[section].noun as keyof typeof exportNames];
  return { name: `${noun[file.language]} ${ending}`, parts: written() };
}

/** The rows of a past import that came in with remarks. @throws Problem not_found */
export async function pastRemarksFile(db: Db, tenant: Tenant, id: number, language: Language) {
  const { noun, rows } = await readPastRemarks(db, tenant, id);
  const words = speak(importWords, language);
  const write = createRowWriter(styleOf(speak(exportStyle, language).delimiter));
  const written = function* () {
    yield byteOrderMark + write([...rows[0]!.header, words.row, words.remarks]);
    for (const { cells, row, texts } of rows) yield write([...cells, row, texts.join("; ")]);
  };
  const name = exportNames[noun as keyof typeof exportNames][language];
  return { name: `${name} ${words.remarkRows}`, parts: written() };
}

function styleOf(delimiter: string) {
  const sign = delimiter === "," ? "," as const : ";" as const;
  return { delimiter: sign, decimals: "." as const, timezone: "UTC", yes: "", no: "" };
}

async function* partsOf(parts: string[]) {
  yield* parts;
}
