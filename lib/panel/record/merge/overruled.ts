import { clientFields } from "@/lib/crm/clients/fields.ts";
import { type ShownField, shownFields } from "@/lib/records/fields/field.ts";
import type { Language } from "@/lib/words/language.ts";

/** Fields of the record that went by a merge and said something else, a line each. */
export function overruledLines(changes: Record<string, unknown>, language: Language): string {
  return shownFields(clientFields).flatMap(([name, field]) => {
    if (!field.merge || name === "notes") return [];
    const [theirs = null] = (changes[name] ?? []) as [unknown, unknown];
    return theirs === null ? [] : [`${field.label[language]}: ${valueOf(field, theirs, language)}`];
  }).join("\n");
}

function valueOf(field: ShownField, value: unknown, language: Language): string {
  const words = "words" in field ? field.words : undefined;
  return words?.[String(value)]?.[language] ?? String(value);
}
