import { formatQuantity } from "@/lib/money.ts";
import type { Person } from "@/lib/access/people.ts";
import { boardQuery, opportunityStatuses } from "@/lib/crm/opportunities/opportunity.ts";
import { personFilter, personOptions } from "@/lib/pages/choices.ts";
import type { FieldSpec } from "@/lib/panel/field_spec.ts";
import type { FilterSpec } from "@/lib/panel/list_view.ts";
import { type Language, speak } from "@/lib/words/language.ts";
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

/** What the list of opportunities can be narrowed by. */
export function opportunityFilters(
  language: Language,
  people: Person[],
  stages: Named[],
): FilterSpec[] {
  const words = speak(opportunityWords, language);
  return [
    {
      name: "status",
      label: words.status,
      kind: "choice",
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
      isSeveral: true,
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
    { name: "expected_close_date", label: words.expected_close_date, kind: "days" },
    { name: "created_at", label: words.created, kind: "days" },
    { name: "won_at", label: words.won, kind: "days" },
    { name: "lost_at", label: words.lost, kind: "days" },
  ];
}

interface Card {
  client: Named;
  tags: string[];
}

/** What the board can be narrowed by: people, and the clients and tags that are on it. */
export function boardFilters(language: Language, people: Person[], cards: Card[]): FilterSpec[] {
  const words = speak(opportunityWords, language);
  const clients = new Map(cards.map(({ client }) => [client.id, client.name ?? ""]));
  const tags = [...new Set(cards.flatMap((card) => card.tags))];
  const byLabel = <T extends { label: string }>(options: T[]) =>
    options.sort((a, b) => a.label.localeCompare(b.label, language));
  const filters: FilterSpec[] = [
    personFilter(people, language, words.assignee),
    {
      name: "client_id",
      label: words.client,
      kind: "choice",
      options: byLabel([...clients].map(([id, label]) => ({ value: String(id), label }))),
    },
    {
      name: "tag",
      label: words.tag,
      kind: "choice",
      isSeveral: true,
      options: byLabel(tags.map((tag) => ({ value: tag.replaceAll(",", "\\,"), label: tag }))),
    },
  ];
  return filters.filter(({ name }) => name in boardQuery.shape);
}

function stageOptions(stages: Named[]) {
  return stages.map(({ id, name }) => ({ value: String(id), label: name ?? "" }));
}
