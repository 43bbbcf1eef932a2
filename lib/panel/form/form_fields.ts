import type { Person } from "@/lib/access/people.ts";
import type { FieldSpec } from "@/lib/panel/form/field_spec.ts";
import { sectionOf } from "@/lib/panel/live/sections.ts";
import {
  fieldsIn,
  type FieldTable,
  type ShownField,
  type ShownName,
  shownName,
} from "@/lib/records/fields/field.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { commonWords } from "@/lib/words/common.ts";

/** Forms and labels of the panel, made of a noun's field table in one language. */

interface Setting {
  language: Language;
  people?: Person[];
  /** The record as answers have it: it names those that its fields link to. */
  record?: object;
}

/** The fields that the panel edits on a record, or asks of a new one. */
export function formFields(
  table: FieldTable,
  place: "new" | "record",
  setting: Setting,
): FieldSpec[] {
  return fieldsIn(table, place).map(([name, field]) => formField(name, field, setting));
}

/** The field as a form shows it. */
export function formField(
  name: string,
  field: ShownField,
  { language, people = [], record = {} }: Setting,
): FieldSpec {
  const { label, hint, empty } = field;
  return {
    name,
    label: label[language],
    hint: hint?.[language],
    isRequired: empty || unasked.includes(field.kind) ? undefined : true,
    ...controlOf(field),
    ...field.kind === "choice" && { options: optionsOf(field, language) },
    ...field.kind === "person" && {
      isNumeric: true,
      options: personOptions(people, language),
    },
    ...field.kind === "record" && {
      list: field.noun && sectionOf(field.noun),
      displayName: linkedName(record, shownName(name, field)),
    },
  };
}

function linkedName(record: object, name: string): string {
  const linked = (record as Record<string, { name?: string | null } | null | undefined>)[name];
  return linked?.name ?? "";
}

/** Kinds that always have a value. */
const unasked: ShownField["kind"][] = ["flag", "tags", "special"];

/** The fields with those of the names first, in the order of the names. */
export function putFirst(fields: FieldSpec[], ...names: string[]): FieldSpec[] {
  const first = names.flatMap((name) => fields.filter((field) => field.name === name));
  return [...first, ...fields.filter((field) => !first.includes(field))];
}

function controlOf(field: ShownField): Pick<FieldSpec, "kind" | "maxLength" | "check"> {
  switch (field.kind) {
    case "name":
      return { kind: "text", maxLength: field.max };
    case "text":
    case "long":
      return { kind: field.kind, maxLength: field.max, check: field.check };
    case "country":
      return { kind: "text", maxLength: 2 };
    case "email":
      return { kind: "email", maxLength: 254 };
    case "phone":
      return { kind: "phone", maxLength: 40 };
    case "link":
      return { kind: "link", maxLength: 2048 };
    case "whole":
      return { kind: field.unit ?? "number" };
    case "money":
    case "price":
      return { kind: "money" };
    case "quantity":
    case "id":
      return { kind: "number" };
    case "person":
      return { kind: "choice" };
    case "special":
      return { kind: "text" };
    default:
      return { kind: field.kind };
  }
}

/** The values of a choice in words; a dash where it may be empty. */
export function optionsOf(field: ShownField, language: Language) {
  if (field.kind !== "choice") throw new Error("only choices have options");
  const { values, words, empty } = field;
  const options = values.map((value) => ({ value, label: words[value]?.[language] ?? value }));
  return empty ? [{ value: "", label: "—" }, ...options] : options;
}

/** A field that a merge may fill, as the panel calls it. */
export interface MergedField {
  name: string;
  label: string;
}

/** Labels of the fields that a merge may fill, with those filled in a way of their own. */
export function mergeFields<T extends FieldTable>(
  table: T,
  own: readonly ShownName<T>[],
  language: Language,
): MergedField[] {
  return fieldsIn(table, "record").filter(([name, { merge }]) => merge || own.includes(name))
    .map(([name, { label }]) => ({ name, label: label[language] }));
}

/** The people that work can be given to, as a choice that may be nobody. */
export function personOptions(people: Person[], language: Language) {
  const { nobody } = speak(commonWords, language);
  return [
    { value: "", label: nobody },
    ...people.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
}
