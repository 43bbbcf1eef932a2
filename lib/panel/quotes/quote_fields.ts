import type { Person } from "@/lib/access/people.ts";
import { clientFilter } from "@/lib/panel/record/choices.ts";
import {
  filterFields,
  type FilterName,
  formFields,
  putFirst,
} from "@/lib/panel/record/form_fields.ts";
import type { FieldSpec } from "@/components/field_spec.ts";
import type { FilterSpec } from "@/lib/panel/list/list_view.ts";
import { quoteFields } from "@/lib/sales/quotes/fields.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { quoteWords } from "@/lib/panel/quotes/words.ts";

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

interface Filters {
  language: Language;
  people: Person[];
  /** Rows of the page: their clients are offered. */
  rows: { client: { id: number; name: string | null } }[];
}

/** Filters of the list of quotations. */
export function quoteFilters({ language, people, rows }: Filters): FilterSpec[] {
  const words = speak(quoteWords, language);
  const ofTable = (...names: FilterName<typeof quoteFields>[]) =>
    filterFields(quoteFields, names, { language, people });
  return [
    ...ofTable("status", "assignee"),
    clientFilter(rows, language),
    ...ofTable("gross_total", "issue_date", "valid_until"),
    { name: "expired", label: words.expired, kind: "flag" },
    { name: "expiring", label: words.expiring, kind: "flag" },
  ];
}
