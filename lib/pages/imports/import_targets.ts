import type { ImportNoun, ImportTarget } from "@/lib/panel/imports/import_page.ts";
import type { ImportFields } from "@/lib/records/imports/import.ts";
import { importables, type ImportedNoun, importLabel } from "@/lib/reports/exports/import_files.ts";
import type { Language } from "@/lib/words/language.ts";
import { importPageWords } from "@/lib/words/panel/office/imports.ts";

const nounOf = {
  contacts: "contact",
  clients: "client",
  products: "product",
} as const satisfies Record<ImportNoun, ImportedNoun>;

/** Without these, no row is good; a contact needs any one way to tell who it is. */
const required: Record<ImportNoun, readonly string[]> = {
  contacts: [],
  clients: ["name"],
  products: ["name"],
};

/** The fields that a file of the noun can have, with what their cells may hold. */
export function importTargets(noun: ImportNoun, language: Language): ImportTarget[] {
  const fields: ImportFields = importables[nounOf[noun]].fields;
  return Object.entries(fields).map(([field, { meaning }]) => ({
    field,
    label: importLabel(field, language),
    hint: hintOf(meaning, language),
    isRequired: required[noun].includes(field),
  }));
}

function hintOf(meaning: ImportFields[string]["meaning"], language: Language): string {
  const { choices, ...meanings } = importPageWords.meanings;
  if (typeof meaning === "string") return meanings[meaning][language];
  const values = Object.keys(meaning).map((value) => choices[value]?.[language] ?? value);
  return meanings.oneOf(values.join(", "))[language];
}
