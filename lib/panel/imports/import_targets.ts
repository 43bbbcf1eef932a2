import type { ImportNoun, ImportTarget } from "@/lib/panel/imports/import_page.ts";
import type { ImportFields } from "@/lib/records/imports/import.ts";
import { importables } from "@/lib/views/imports/importables.ts";
import type { Language } from "@/lib/words/language.ts";
import { importPageWords } from "@/lib/panel/imports/words.ts";

/** The fields that a file of the noun can have, with what their cells may hold. */
export function importTargets(noun: ImportNoun, language: Language): ImportTarget[] {
  const fields: ImportFields = importables[noun].fields;
  return Object.entries(fields).map(([field, { meaning, label, isRequired }]) => ({
    field,
    label: label[language],
    hint: hintOf(meaning, language),
    isRequired,
  }));
}

function hintOf(meaning: ImportFields[string]["meaning"], language: Language): string {
  const { choices, ...meanings } = importPageWords.meanings;
  if (typeof meaning === "string") return meanings[meaning][language];
  const values = Object.keys(meaning).map((value) => choices[value]?.[language] ?? value);
  return meanings.oneOf(values.join(", "))[language];
}
