import { fieldsIn, type ShownField, shownName } from "@/lib/records/fields/field.ts";
import { listed, type ListedNoun } from "@/lib/views/listed.ts";
import { type Language, speak, type Text } from "@/lib/words/language.ts";

/** A column of a list's file: a field of the record as the API shows it. */
export interface FileColumn {
  name: string;
  label: Text;
  field: ShownField;
}

/** The columns of the noun's files, in their order. */
export function fileColumns(noun: ListedNoun): FileColumn[] {
  return fieldsIn(listed[noun].fields, "file").map(([name, field]) => ({
    name: shownName(name, field),
    label: field.fileLabel ?? field.label,
    field,
  }));
}

/** The words of a choice's values in a language; none for other fields. */
export function wordsOf(
  field: ShownField,
  language: Language,
): Record<string, string> | undefined {
  return field.kind === "choice" ? speak(field.words, language) : undefined;
}
