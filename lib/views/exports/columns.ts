import { clientFields } from "@/lib/crm/clients/fields.ts";
import { contactFields } from "@/lib/crm/contacts/fields.ts";
import { opportunityFields } from "@/lib/crm/opportunities/fields.ts";
import { taskFields } from "@/lib/crm/tasks/fields.ts";
import {
  fieldsIn,
  type FieldTable,
  type ShownField,
  shownName,
} from "@/lib/records/fields/field.ts";
import { productFields } from "@/lib/sales/products/fields.ts";
import { quoteFields } from "@/lib/sales/quotes/fields.ts";
import { saleFields } from "@/lib/sales/sales/fields.ts";
import { type Language, speak, type Text } from "@/lib/words/language.ts";

/** The nouns whose lists are given as files. */
export const fileTables = {
  contact: contactFields,
  client: clientFields,
  opportunity: opportunityFields,
  quote: quoteFields,
  sale: saleFields,
  product: productFields,
  task: taskFields,
} satisfies Record<string, FieldTable>;

export type ExportedNoun = keyof typeof fileTables;

/** A column of a list's file: a field of the record as the API shows it. */
export interface FileColumn {
  name: string;
  label: Text;
  field: ShownField;
}

/** The columns of the noun's files, in their order. */
export function fileColumns(noun: ExportedNoun): FileColumn[] {
  return fieldsIn(fileTables[noun] as FieldTable, "file").map(([name, field]) => ({
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
