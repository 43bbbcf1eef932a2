import type { Column } from "@/lib/panel/list/DataTable.tsx";
import {
  fieldsIn,
  type FieldTable,
  type ShownField,
  shownName,
} from "@/lib/records/fields/field.ts";
import type { Language } from "@/lib/words/language.ts";

/** Columns that a list offers besides those that its page always draws. */
export function extraColumns<Row>(table: FieldTable, language: Language): Column<Row>[] {
  return fieldsIn(table, "list").map(([key, field]) => {
    const name = shownName(key, field);
    return {
      name,
      label: field.label[language],
      isExtra: true,
      cell: (row: Row) => textOf(field, (row as Record<string, unknown>)[name], language),
    };
  });
}

function textOf(field: ShownField, value: unknown, language: Language): string | null {
  if (value === null || value === undefined) return null;
  switch (field.kind) {
    case "choice":
      return field.words[String(value)]?.[language] ?? String(value);
    case "tags":
      return (value as string[]).join(", ");
    case "person":
    case "record":
      return (value as { name: string | null }).name;
    default:
      return String(value);
  }
}
