import { type FieldTable, shownFields, type ShownName } from "@/lib/records/fields/field.ts";
import type { Language } from "@/lib/words/language.ts";

export function labelsOf<T extends FieldTable>(
  table: T,
  language: Language,
): Record<ShownName<T>, string> {
  const labels = shownFields(table).map(([name, { label }]) => [name, label[language]]);
  return Object.fromEntries(labels) as Record<ShownName<T>, string>;
}
