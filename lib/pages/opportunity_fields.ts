import { formatQuantity } from "@/lib/money.ts";
import type { Person } from "@/lib/access/people.ts";
import {
  boardQuery,
  opportunityList,
  opportunityStatuses,
} from "@/lib/crm/opportunities/opportunity.ts";
import { listSchema } from "@/lib/input/list.ts";
import { clientFilter, personFilter, personOptions, tagFilters } from "@/lib/pages/choices.ts";
import type { FieldSpec } from "@/lib/panel/field_spec.ts";
import { escapeValue, type FilterSpec, namesOf } from "@/lib/panel/list_view.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { listWords } from "@/lib/words/panel/lists.ts";
import { opportunityWords } from "@/lib/words/panel/opportunities.ts";
import { statusWords } from "@/lib/words/panel/statuses.ts";

interface Named {
  id: number;
  name: string | null;
}

/** An opportunity's fields, for its record and for a new one; `client` is what it has now. */
export function opportunityFields(
  language: Language,
  people: Person[],
  client?: Named,
): FieldSpec[] {
  const words = speak(opportunityWords, language);
  return [
    { name: "title", label: words.title, kind: "text", isRequired: true, maxLength: 200 },
    {
      name: "client_id",
      label: words.client,
      kind: "record",
      list: "clients",
      shown: client?.name ?? "",
      isRequired: true,
    },
    { name: "amount", label: words.amount, kind: "money", hint: words.amountHint },
    {
      name: "probability",
      label: words.probability,
      kind: "percent",
      hint: words.probabilityHint,
    },
    { name: "expected_close_date", label: words.expected_close_date, kind: "day" },
    {
      name: "assignee_id",
      label: words.assignee,
      kind: "choice",
      isNumeric: true,
      options: personOptions(people, language),
    },
    { name: "next_action_note", label: words.next_action_note, kind: "text", maxLength: 500 },
    { name: "next_action_at", label: words.next_action_at, kind: "instant" },
    { name: "tags", label: words.tags, kind: "tags", hint: words.tagsHint },
    { name: "description", label: words.description, kind: "long", maxLength: 10_000 },
  ];
}

/** The fields that a new opportunity is asked for; the stage is the first unless one is chosen. */
export function newOpportunityFields(
  fields: FieldSpec[],
  language: Language,
  stages: Named[],
): FieldSpec[] {
  const asked = ["title", "client_id", "amount", "expected_close_date", "assignee_id"];
  const stage: FieldSpec = {
    name: "stage_id",
    label: opportunityWords.stage[language],
    kind: "choice",
    isNumeric: true,
    isRequired: true,
    options: stageOptions(stages),
  };
  const [title, client, ...others] = fields.filter(({ name }) => asked.includes(name));
  return [title!, client!, stage, ...others];
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
  /** What the page shows: its clients and reasons are offered. */
  rows: Shown[];
}

/** What the list of opportunities can be narrowed by. */
export function opportunityFilters(given: ListFilters): FilterSpec[] {
  const { language, people, stages, tags, rows } = given;
  const words = speak(opportunityWords, language);
  const { today, overdue, noNextStep } = speak(listWords, language);
  const reasons = rows.flatMap(({ lost_reason }) => lost_reason ?? []);
  const filters: FilterSpec[] = [
    {
      name: "status",
      label: words.status,
      kind: "choice",
      served: "counts",
      isSeveral: true,
      options: opportunityStatuses.map((value) => ({
        value,
        label: statusWords.opportunity[value][language],
      })),
    },
    {
      name: "stage_id",
      label: words.stage,
      kind: "choice",
      served: "counts",
      isSeveral: true,
      options: stageOptions(stages),
    },
    {
      name: "reached_stage_id",
      label: words.reached,
      kind: "choice",
      options: stageOptions(stages),
    },
    personFilter(people, language, words.assignee),
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
    ...tagFilters(tags, language),
    {
      name: "next_action",
      label: words.next_action_note,
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
    { name: "expected_close_date", label: words.expected_close_date, kind: "days" },
    { name: "created_at", label: words.created, kind: "days" },
    { name: "won_at", label: words.won, kind: "days" },
    { name: "lost_at", label: words.lost, kind: "days" },
  ];
  const { shape } = listSchema(opportunityList);
  return filters.filter((filter) => namesOf(filter).every((name) => name in shape));
}

/** What the board can be narrowed by: people, tags, and the clients that are on it. */
export function boardFilters(
  { language, people, tags, rows }: Omit<ListFilters, "stages">,
): FilterSpec[] {
  const words = speak(opportunityWords, language);
  const filters = [
    personFilter(people, language, words.assignee),
    clientFilter(rows, language),
    ...tagFilters(tags, language),
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
