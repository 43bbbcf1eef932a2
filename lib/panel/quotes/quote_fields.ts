import { formFields, putFirst } from "@/lib/panel/form/form_fields.ts";
import type { FieldSpec } from "@/lib/panel/form/field_spec.ts";
import { quoteFields } from "@/lib/sales/quotes/fields.ts";
import type { Language } from "@/lib/words/language.ts";

/** Fields above a quotation's lines. */
export function quoteHeadFields(language: Language): FieldSpec[] {
  return formFields(quoteFields, "record", { language }).filter(({ kind }) => kind !== "long");
}

/** The longer texts, below the lines. */
export function quoteTextFields(language: Language): FieldSpec[] {
  return formFields(quoteFields, "record", { language }).filter(({ kind }) => kind === "long");
}

/** Form of a new quotation; company and client give the rest. */
export function newQuoteFields(language: Language): FieldSpec[] {
  const fields = putFirst(formFields(quoteFields, "new", { language }), "opportunity_id");
  return fields.map((spec) =>
    spec.kind === "record" ? { ...spec, query: { status: "open" } } : spec
  );
}
