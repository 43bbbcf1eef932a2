import type { Person } from "@/lib/access/people.ts";
import { clientFilter, personFilter } from "@/lib/pages/choices.ts";
import type { FieldSpec } from "@/lib/panel/field_spec.ts";
import type { FilterSpec } from "@/lib/panel/list_view.ts";
import { quoteStatuses } from "@/lib/sales/quotes/quote_states.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { frameWords } from "@/lib/words/panel/frame.ts";
import { quoteWords } from "@/lib/words/panel/sales/quotes.ts";
import { statusWords } from "@/lib/words/panel/statuses.ts";

/** What stands above a quotation's lines. */
export function quoteHeadFields(language: Language): FieldSpec[] {
  const words = speak(quoteWords, language);
  const languages = speak(frameWords.languages, language);
  return [
    { name: "title", label: words.title, kind: "text", maxLength: 200 },
    { name: "issue_date", label: words.issueDate, kind: "day", isRequired: true },
    { name: "valid_until", label: words.validUntil, kind: "day", isRequired: true },
    {
      name: "language",
      label: words.language,
      kind: "choice",
      isRequired: true,
      options: (["es", "en"] as const).map((value) => ({ value, label: languages[value] })),
    },
  ];
}

/** The longer texts, below the lines. */
export function quoteTextFields(language: Language): FieldSpec[] {
  const words = speak(quoteWords, language);
  return [
    { name: "intro", label: words.intro, kind: "long", maxLength: 10_000 },
    { name: "terms", label: words.terms, kind: "long", maxLength: 10_000 },
    {
      name: "internal_note",
      label: words.internalNote,
      kind: "long",
      maxLength: 10_000,
      hint: words.internalHint,
    },
  ];
}

/** What a new quotation is asked for; it takes the rest from the company and the client. */
export function newQuoteFields(language: Language): FieldSpec[] {
  const words = speak(quoteWords, language);
  return [
    {
      name: "opportunity_id",
      label: words.opportunity,
      kind: "record",
      list: "opportunities",
      query: { status: "open" },
      isRequired: true,
      hint: words.opportunityHint,
    },
    { name: "title", label: words.title, kind: "text", maxLength: 200 },
  ];
}

interface Filters {
  language: Language;
  people: Person[];
  /** What the page shows: its clients are offered. */
  rows: { client: { id: number; name: string | null } }[];
}

/** What the list of quotations can be narrowed by. */
export function quoteFilters({ language, people, rows }: Filters): FilterSpec[] {
  const words = speak(quoteWords, language);
  return [
    {
      name: "status",
      label: words.status,
      kind: "choice",
      served: "counts",
      isSeveral: true,
      options: quoteStatuses.map((value) => ({ value, label: statusWords.quote[value][language] })),
    },
    personFilter(people, language, words.assignee),
    clientFilter(rows, language),
    { name: "issue_date", label: words.issueDate, kind: "days" },
    { name: "valid_until", label: words.validUntil, kind: "days" },
    { name: "expired", label: words.expired, kind: "flag" },
    { name: "expiring", label: words.expiring, kind: "flag" },
  ];
}
