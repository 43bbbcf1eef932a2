import type { Person } from "@/lib/access/people.ts";
import { clientFilter, personFilter } from "@/lib/pages/choices.ts";
import type { FieldSpec } from "@/lib/panel/field_spec.ts";
import type { FilterSpec } from "@/lib/panel/list_view.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { saleWords } from "@/lib/words/panel/sales/sales.ts";
import { statusWords } from "@/lib/words/panel/statuses.ts";

/** What of a sale can be changed: what is promised and noted. */
export function saleFields(language: Language): FieldSpec[] {
  const words = speak(saleWords, language);
  return [
    { name: "promised_date", label: words.promised, kind: "day", hint: words.promisedHint },
    { name: "notes", label: words.notes, kind: "long", maxLength: 10_000 },
  ];
}

interface Filters {
  language: Language;
  people: Person[];
  /** What the page shows: its clients are offered. */
  rows: { client: { id: number; name: string | null } }[];
}

/** What the list of sales can be narrowed by. */
export function saleFilters({ language, people, rows }: Filters): FilterSpec[] {
  const words = speak(saleWords, language);
  return [
    {
      name: "status",
      label: words.status,
      kind: "choice",
      served: "counts",
      options: (["active", "cancelled"] as const).map((value) => ({
        value,
        label: statusWords.sale[value][language],
      })),
    },
    personFilter(people, language, words.assignee),
    clientFilter(rows, language),
    { name: "sold_at", label: words.soldAt, kind: "days" },
    { name: "promised_date", label: words.promised, kind: "days" },
  ];
}
