import type { Person } from "@/lib/access/people.ts";
import type { ImportNoun, ImportTarget } from "@/lib/panel/imports/import_page.ts";
import type { ImportFields } from "@/lib/records/imports/import.ts";
import { importables } from "@/lib/views/imports/importables.ts";
import { commonWords } from "@/lib/words/common.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { importPageWords } from "@/lib/panel/imports/words.ts";

/** The fields that a file of the noun can have, with what their cells may hold. */
export function importTargets(
  noun: ImportNoun,
  people: Person[],
  language: Language,
): ImportTarget[] {
  const fields: ImportFields = importables[noun].fields;
  return Object.entries(fields).map(([field, of]) => ({
    field,
    label: of.label[language],
    hint: hintOf(of, language),
    isRequired: of.isRequired,
    format: of.meaning === "number" || of.meaning === "whole"
      ? "number"
      : of.meaning === "instant"
      ? "instant"
      : "text",
    words: wordsOf(of, people, language),
  }));
}

type Field = ImportFields[string];

function hintOf({ meaning, words = {} }: Field, language: Language): string {
  const { meanings } = importPageWords;
  if (typeof meaning === "string") return meanings[meaning][language];
  const values = Object.keys(meaning).map((value) => words[value]?.[language] ?? value);
  return meanings.oneOf(values.map((value) => value.toLocaleLowerCase(language)).join(", "))[
    language
  ];
}

function wordsOf({ meaning, words = {} }: Field, people: Person[], language: Language) {
  if (meaning === "employee") return Object.fromEntries(people.map(({ id, name }) => [id, name]));
  const { yes, no } = speak(commonWords, language);
  if (meaning === "flag") return { true: yes, false: no };
  return Object.fromEntries(
    Object.entries(words).map(([value, text]) => [value, text[language]]),
  );
}
