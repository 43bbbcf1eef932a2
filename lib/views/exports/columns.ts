import { fieldsIn, type ShownField, shownName } from "@/lib/records/fields/field.ts";
import type { Listing } from "@/lib/records/listing/listing.ts";
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

/** The columns of a list's rows that its file's fields are made of; of members, their ids. */
export function rowColumns(noun: ListedNoun, { file }: Listing): string[] {
  const names = fieldsIn(listed[noun].fields, "file").flatMap(([name, field]) => {
    const alias = shownName(name, field);
    if (field.kind === "person") return [];
    return file?.columns[alias] ?? [field.kind === "record" ? field.from ?? alias : name];
  });
  return [...new Set([...names, ...memberColumns(noun).map(({ id }) => id)])];
}

/** The fields that name a member: the column of the id, and that of the reference. */
export function memberColumns(noun: ListedNoun): { id: string; as: string }[] {
  return fieldsIn(listed[noun].fields, "file").flatMap(([name, field]) => {
    if (field.kind !== "person") return [];
    const alias = shownName(name, field);
    return field.from === undefined ? [{ id: `${alias}_id`, as: alias }] : [{
      id: name,
      as: field.from,
    }];
  });
}

/** The words of a choice's values in a language; none for other fields. */
export function wordsOf(
  field: ShownField,
  language: Language,
): Record<string, string> | undefined {
  return field.kind === "choice" ? speak(field.words, language) : undefined;
}
