import type { Person } from "@/lib/access/people.ts";
import { clientFilter } from "@/lib/panel/record/choices.ts";
import { filterFields, type FilterName } from "@/lib/panel/record/form_fields.ts";
import type { FilterSpec } from "@/lib/panel/list/list_view.ts";
import { saleFields } from "@/lib/sales/sales/fields.ts";
import type { Language } from "@/lib/words/language.ts";

interface Filters {
  language: Language;
  people: Person[];
  /** Rows of the page: their clients are offered. */
  rows: { client: { id: number; name: string | null } }[];
}

/** Filters of the list of sales. */
export function saleFilters({ language, people, rows }: Filters): FilterSpec[] {
  const ofTable = (...names: FilterName<typeof saleFields>[]) =>
    filterFields(saleFields, names, { language, people });
  return [
    ...ofTable("status", "assignee"),
    clientFilter(rows, language),
    ...ofTable("gross_total", "sold_at", "promised_date"),
  ];
}
