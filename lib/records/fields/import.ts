import { fieldsIn, type FieldTable, type ShownField } from "@/lib/records/fields/field.ts";
import { fold } from "@/lib/records/imports/csv_values.ts";
import type { ImportFields } from "@/lib/records/imports/import.ts";

export function importFields(table: FieldTable): ImportFields {
  return Object.fromEntries(
    fieldsIn(table, "import").map(([name, field]) => [name, {
      meaning: meaningOf(field),
      label: field.fileLabel ?? field.label,
      isRequired: field.required ?? false,
      ...field.kind === "choice" ? { words: field.words } : {},
      names: field.headers ?? [],
      ...joinsOf(name, field),
    }]),
  );
}

/** Joins of several columns: of a name they are its words, of an address its lines. */
function joinsOf(name: string, field: ShownField): Pick<ImportFields[string], "joins"> {
  if (field.kind === "tags") return { joins: { sign: ",", isAlways: true } };
  if (field.kind === "long") return { joins: { sign: "\n", isAlways: true } };
  if (field.kind === "text" && field.keepsLines) return { joins: { sign: "\n", isAlways: false } };
  return name === "name" ? { joins: { sign: " ", isAlways: false } } : {};
}

/** The SQL types of the columns that its rows become. */
export function importColumns(table: FieldTable): Record<string, string> {
  return Object.fromEntries(
    fieldsIn(table, "import").map(([name, field]) => [name, sqlTypeOf(field)]),
  );
}

/** Fields that only new records of the noun take. */
export function importedOnce(table: FieldTable): string[] {
  return fieldsIn(table, "import").filter(([, { write }]) => write === "create")
    .map(([name]) => name);
}

function meaningOf(field: ShownField): ImportFields[string]["meaning"] {
  switch (field.kind) {
    case "choice":
      return Object.fromEntries(field.values.map((value) => [value, cellsOf(field, value)]));
    case "money":
    case "price":
    case "percent":
    case "quantity":
      return "number";
    case "person":
      return "employee";
    case "tags":
      return "list";
    case "whole":
    case "flag":
    case "instant":
    case "country":
    case "link":
    case "phone":
    case "email":
      return field.kind;
    case "day":
    case "record":
    case "id":
    case "special":
      throw new Error(`files have no fields of kind ${field.kind}`);
    default:
      return "text";
  }
}

/** Cell texts that mean a choice's value: its words in both languages, and synonyms. */
function cellsOf({ words, cells }: Extract<ShownField, { kind: "choice" }>, value: string) {
  const labels = Object.values(words[value] ?? {}).map((word: string) => fold(word));
  return [...new Set([...labels, ...cells?.[value] ?? []])];
}

function sqlTypeOf(field: ShownField): string {
  switch (field.kind) {
    case "money":
    case "price":
    case "percent":
    case "quantity":
      return "numeric";
    case "person":
    case "whole":
      return "integer";
    case "flag":
      return "boolean";
    case "tags":
      return "text[]";
    case "instant":
      return "timestamptz";
    default:
      return "text";
  }
}
