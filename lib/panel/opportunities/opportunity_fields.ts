import { formatQuantity } from "@/lib/money.ts";
import type { Person } from "@/lib/access/people.ts";
import { opportunityFields } from "@/lib/crm/opportunities/fields.ts";
import { boardQuery, opportunityList } from "@/lib/crm/opportunities/opportunity.ts";
import { listSchema } from "@/lib/input/list.ts";
import { clientFilter } from "@/lib/panel/record/choices.ts";
import { filterFields, type FilterName, formFields } from "@/lib/panel/record/form_fields.ts";
import type { FieldSpec } from "@/components/field_spec.ts";
import { escapeValue, type FilterSpec, namesOf } from "@/lib/panel/list/list_view.ts";
import { labelsOf } from "@/lib/records/fields/labels.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { listWords } from "@/lib/panel/list/words.ts";
import { opportunityWords } from "@/lib/panel/opportunities/words.ts";

interface Named {
  id: number;
  name: string | null;
}

/** The fields that a new opportunity is asked for; the stage is the first unless one is chosen. */
export function newOpportunityFields(
  language: Language,
  people: Person[],
  stages: Named[],
): FieldSpec[] {
  return formFields(opportunityFields, "new", { language, people }).map((spec) =>
    spec.name === "stage_id"
      ? { ...spec, kind: "choice", isNumeric: true, options: stageOptions(stages) }
      : spec
  );
}

interface Shown {
  client: Named;
  lost_reason?: string | null;
}

interface ListFilters {
  language: Language;
  people: Person[];
  stages: Named[];
  tags: { tag: string }[];
  /** Rows of the page: their clients and reasons are offered. */
  rows: Shown[];
}

/** Filters of the list of opportunities. */
export function opportunityFilters(given: ListFilters): FilterSpec[] {
  const { language, people, stages, tags, rows } = given;
  const words = speak(opportunityWords, language);
  const labels = labelsOf(opportunityFields, language);
  const { today, overdue, noNextStep } = speak(listWords, language);
  const reasons = rows.flatMap(({ lost_reason }) => lost_reason ?? []);
  const ofTable = (...names: FilterName<typeof opportunityFields>[]) =>
    filterFields(opportunityFields, names, { language, people, tags });
  const filters: FilterSpec[] = [
    ...ofTable("status"),
    {
      name: "stage_id",
      label: labels.stage_id,
      kind: "choice",
      served: "counts",
      isSeveral: true,
      options: stageOptions(stages),
    },
    ...ofTable("assignee_id"),
    {
      name: "reached_stage_id",
      label: words.reached,
      kind: "choice",
      options: stageOptions(stages),
    },
    {
      name: "amount_from",
      label: words.minAmount,
      kind: "choice",
      options: [1000, 5000, 10_000, 50_000].map((amount) => ({
        value: String(amount),
        label: words.atLeast(formatQuantity(amount, language)),
      })),
    },
    clientFilter(rows, language),
    ...ofTable("tags"),
    {
      name: "next_action",
      label: labels.next_action_note,
      kind: "choice",
      options: [
        { value: "overdue", label: overdue },
        { value: "today", label: today },
        { value: "later", label: words.later },
        { value: "none", label: noNextStep },
      ],
    },
    { name: "rotting", label: words.isRotting, kind: "flag" },
    {
      name: "lost_reason",
      label: words.loss.reason,
      kind: "choice",
      served: "values",
      isSeveral: true,
      options: textOptions(reasons, language),
    },
    ...ofTable("expected_close_date", "created_at", "won_at", "lost_at"),
  ];
  const { shape } = listSchema(opportunityList);
  return filters.filter((filter) => namesOf(filter).every((name) => name in shape));
}

/** Filters of the board: people, tags, and the clients that are on it. */
export function boardFilters(
  { language, people, tags, rows }: Omit<ListFilters, "stages">,
): FilterSpec[] {
  const filters = [
    ...filterFields(opportunityFields, ["assignee_id"], { language, people }),
    clientFilter(rows, language),
    ...filterFields(opportunityFields, ["tags"], { language, tags }),
  ];
  return filters.filter(({ name }) => name in boardQuery.shape);
}

/** Texts as values of a filter that takes several: a comma within one is escaped. */
function textOptions(texts: string[], language: Language) {
  return [...new Set(texts)].sort((a, b) => a.localeCompare(b, language))
    .map((text) => ({ value: escapeValue(text), label: text }));
}

function stageOptions(stages: Named[]) {
  return stages.map(({ id, name }) => ({ value: String(id), label: name ?? "" }));
}
