import { clientImport } from "@/lib/crm/clients/import_clients.ts";
import { contactImport } from "@/lib/crm/contacts/import_contacts.ts";
import { type Importable, type ImportFile, listWrongRows } from "@/lib/records/imports/imports.ts";
import type { OpenAsMember } from "@/lib/records/imports/imports.ts";
import { byteOrderMark, createRowWriter } from "@/lib/reports/exports/csv_text.ts";
import { productImport } from "@/lib/sales/products/import_products.ts";
import { columnWords, exportNames, exportStyle } from "@/lib/words/exports.ts";
import { importColumnWords, importWords } from "@/lib/words/imports.ts";
import { type Language, speak, type Text } from "@/lib/words/language.ts";

/** The files that go with an import: an empty one to fill in, and the rows that are wrong. */

// deno-lint-ignore no-explicit-any -- each file has values of its own
export const importables: Record<ImportedNoun, Importable<any>> = {
  contact: contactImport,
  client: clientImport,
  product: productImport,
};
export type ImportedNoun = "contact" | "client" | "product";

/** What a column is called, in a header that the import knows. */
export function importLabel(field: string, language: Language): string {
  const words: Record<string, Text> = { ...columnWords, ...importColumnWords };
  return words[field]![language];
}

/** A file with nothing but the columns that the import takes. */
export function templateFile(noun: ImportedNoun, language: Language) {
  const { delimiter } = speak(exportStyle, language);
  const write = createRowWriter(styleOf(delimiter));
  const fields = Object.keys(importables[noun].fields);
  const head = write(fields.map((field) => importLabel(field, language)));
  return { name: exportNames[noun][language], parts: partsOf([byteOrderMark + head]) };
}

/**
 * The rows of a file that are wrong, as they are, each with its number and its errors behind it.
 * @throws Problem validation_failed (not readable as CSV, `columns`)
 */
export async function wrongRowsFile(asMember: OpenAsMember, noun: ImportedNoun, file: ImportFile) {
  const { header, delimiter, rows } = await listWrongRows(asMember, importables[noun], file);
  const { row, errors: word, wrongRows } = speak(importWords, file.language);
  // The delimiter decides how plain numbers are read, so the file keeps its own.
  const write = createRowWriter(styleOf(delimiter === "," ? "," : ";"));
  const written = rows.map(({ row, cells, errors }) => {
    const told = errors.map(({ column, message }) => column ? `${column}: ${message}` : message);
    const own = header.map((_, at) => cells[at] ?? "");
    return write([...own, row, told.join("; ")]);
  });
  const head = byteOrderMark + write([...header, row, word]);
  const name = `${exportNames[noun][file.language]} ${wrongRows}`;
  return { name, parts: partsOf([head, ...written]) };
}

function styleOf(delimiter: string) {
  const sign = delimiter === "," ? "," as const : ";" as const;
  return { delimiter: sign, decimals: "." as const, timezone: "UTC", yes: "", no: "" };
}

async function* partsOf(parts: string[]) {
  yield* parts;
}
