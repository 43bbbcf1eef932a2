import type { FieldSpec } from "@/lib/panel/field_spec.ts";
import type { FilterSpec } from "@/lib/panel/list_view.ts";
import { type CellName, cellNames } from "@/lib/panel/products/cells.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { productWords } from "@/lib/words/panel/sales/products.ts";

/** A product's fields, for its record and for a new one. */
export function productFields(language: Language): FieldSpec[] {
  const words = speak(productWords, language);
  return [
    { name: "name", label: words.name, kind: "text", isRequired: true, maxLength: 200 },
    { name: "sku", label: words.sku, kind: "text", maxLength: 60 },
    { name: "category", label: words.category, kind: "text", maxLength: 120 },
    { name: "unit", label: words.unit, kind: "text", maxLength: 20, hint: words.unitHint },
    {
      name: "unit_price",
      label: words.unit_price,
      kind: "money",
      isRequired: true,
      hint: words.priceHint,
    },
    { name: "tax_rate", label: words.tax_rate, kind: "percent", isRequired: true },
    { name: "cost", label: words.cost, kind: "money", hint: words.costHint },
    { name: "lead_time_days", label: words.lead_time_days, kind: "number", hint: words.leadHint },
    {
      name: "description",
      label: words.description,
      kind: "long",
      maxLength: 5000,
      hint: words.descriptionHint,
    },
  ];
}

/** What a new product is asked for; only its name is required. */
export function newProductFields(language: Language): FieldSpec[] {
  const { taxHint } = speak(productWords, language);
  return productFields(language).filter(({ name }) => name !== "lead_time_days")
    .map((spec) => ({
      ...spec,
      isRequired: spec.name === "name",
      hint: spec.name === "tax_rate" ? taxHint : spec.hint,
    }));
}

/** The fields that the table's cells edit. */
export function cellFields(language: Language): FieldSpec[] {
  const fields = productFields(language);
  return cellNames.map((name) => fields.find((spec) => spec.name === name)!);
}

/** A cell's label by its name. */
export function cellLabels(language: Language): Record<CellName, string> {
  const fields = cellFields(language).map(({ name, label }) => [name, label]);
  return Object.fromEntries(fields) as Record<CellName, string>;
}

/** What the catalog can be narrowed by. */
export function productFilters(language: Language, categories: string[]): FilterSpec[] {
  const words = speak(productWords, language);
  return [
    {
      name: "category",
      label: words.category,
      kind: "choice",
      served: "values",
      isSeveral: true,
      // A comma separates values in the address.
      options: categories.map((one) => ({ value: one.replaceAll(",", "\\,"), label: one })),
    },
    { name: "created_at", label: words.created, kind: "days" },
  ];
}
