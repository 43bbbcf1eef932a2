import { NextStep } from "@/lib/panel/opportunities/BoardCard.tsx";
import type { Column } from "@/lib/panel/list/DataTable.tsx";
import type { RowOf, Setting } from "@/lib/panel/list/list_page.ts";
import { Amount } from "@/components/Amount.tsx";
import { StatusDot } from "@/components/StatusDot.tsx";
import { Time } from "@/components/Time.tsx";
import type { listOpportunities } from "@/lib/crm/opportunities/opportunities.ts";
import { formatDue } from "@/lib/values/dates.ts";
import { type Named, stageOptions } from "@/lib/panel/opportunities/opportunity_fields.ts";
import { formatMoney, formatPercent } from "@/lib/values/money.ts";
import type { Person } from "@/lib/access/people.ts";
import { opportunityFields } from "@/lib/crm/opportunities/fields.ts";
import { boardQuery, opportunityList } from "@/lib/crm/opportunities/opportunity.ts";
import { listSchema } from "@/lib/input/list.ts";
import { clientFilter, filterFields, type FilterName } from "@/lib/panel/list/filter_fields.ts";
import { escapeValue, type FilterSpec, namesOf } from "@/lib/panel/list/list_view.ts";
import { labelsOf } from "@/lib/records/fields/labels.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { listWords } from "@/lib/panel/list/words.ts";
import { opportunityWords } from "@/lib/panel/opportunities/words.ts";

type Row = RowOf<typeof listOpportunities>;

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
export function opportunityFilters(setting: ListFilters): FilterSpec[] {
  const { language, people, stages, tags, rows } = setting;
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
    ...ofTable("amount"),
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

/** Columns of the list of opportunities. */
export function opportunityColumns(setting: Setting): Column<Row>[] {
  const { language, currency } = setting;
  const words = speak(opportunityWords, language);
  const labels = labelsOf(opportunityFields, language);
  return [
    {
      name: "title",
      label: labels.title,
      sort: "title",
      phone: "first" as const,
      cell: (row: Row) => row.title,
    },
    {
      name: "client",
      label: labels.client_id,
      phone: "second" as const,
      cell: (row: Row) => row.client.name,
    },
    {
      name: "stage",
      label: labels.stage_id,
      sort: "status",
      width: "w-24",
      cell: (row: Row) =>
        row.status === "open"
          ? row.stage.name
          : <StatusDot noun="opportunity" status={row.status} />,
    },
    {
      name: "amount",
      label: labels.amount,
      sort: "amount",
      width: "w-24",
      isNumber: true,
      phone: "end" as const,
      cell: (row: Row) => formatMoney(row.amount, { language, currency }),
      phoneCell: (row: Row) => <Amount value={row.amount} is="net" currency={currency} />,
    },
    {
      name: "probability",
      label: words.probabilityShort,
      priority: 3,
      width: "w-16",
      isNumber: true,
      cell: (row: Row) => formatPercent(row.effective_probability, language),
    },
    {
      name: "expected_close_date",
      label: labels.expected_close_date,
      priority: 2,
      sort: "expected_close_date",
      width: "w-24",
      cell: (row: Row) => row.expected_close_date && dayText(row.expected_close_date, setting),
    },
    {
      name: "next_action_at",
      label: labels.next_action_note,
      priority: 2,
      sort: "next_action_at",
      width: "w-44",
      cell: (row: Row) => row.status === "open" && <NextAction row={row} />,
    },
    {
      name: "assignee",
      label: labels.assignee_id,
      priority: 3,
      width: "w-28",
      cell: (row: Row) => row.assignee?.name,
    },
    {
      name: "created_at",
      label: words.age,
      priority: 3,
      sort: "created_at",
      width: "w-24",
      isNumber: true,
      cell: (row: Row) => <Time at={row.created_at} />,
    },
  ];
}

function dayText(day: string, setting: Setting): string {
  return formatDue(new Date(`${day}T12:00:00Z`), { ...setting, timeZone: "UTC" }).text;
}

function NextAction({ row }: { row: Row }) {
  return (
    <div class="max-w-44">
      <NextStep at={row.next_action_at} note={row.next_action_note} />
    </div>
  );
}
