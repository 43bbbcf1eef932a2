import type { FieldSpec } from "@/lib/panel/form/field_spec.ts";
import { type CellName, cellNames } from "@/lib/panel/products/cells.ts";
import { formFields } from "@/lib/panel/form/form_fields.ts";
import { productFields } from "@/lib/sales/products/fields.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { productWords } from "@/lib/panel/products/words.ts";

/** Form of a new product; only its name is required. */
export function newProductFields(language: Language): FieldSpec[] {
  const { taxHint } = speak(productWords, language);
  return formFields(productFields, "new", { language }).map((spec) => ({
    ...spec,
    isRequired: spec.name === "name",
    hint: spec.name === "tax_rate" ? taxHint : spec.hint,
  }));
}

/** The fields that the table's cells edit. */
export function cellFields(language: Language): FieldSpec[] {
  const fields = formFields(productFields, "record", { language });
  return cellNames.map((name) => fields.find((spec) => spec.name === name)!);
}

/** A cell's label by its name. */
export function cellLabels(language: Language): Record<CellName, string> {
  const fields = cellFields(language).map(({ name, label }) => [name, label]);
  return Object.fromEntries(fields) as Record<CellName, string>;
}
