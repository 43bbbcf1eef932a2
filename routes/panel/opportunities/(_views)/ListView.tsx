import type { ComponentChildren } from "preact";
import { NextStep } from "@/lib/panel/opportunities/BoardCard.tsx";
import { type Column, DataTable } from "@/lib/panel/list/DataTable.tsx";
import { ListPage } from "@/lib/panel/list/ListPage.tsx";
import { ListSums } from "@/lib/panel/list/ListSums.tsx";
import { Amount } from "@/components/Amount.tsx";
import { StatusDot } from "@/components/StatusDot.tsx";
import { Time } from "@/components/Time.tsx";
import { ExcelButton, ListKeys } from "@/islands/list/List.tsx";
import { Tabs } from "@/routes/panel/opportunities/(_views)/Tabs.tsx";
import { extraColumns } from "@/routes/panel/(_frame)/extra_columns.ts";
import { listTools } from "@/routes/panel/(_frame)/list_tools.tsx";
import type { Person } from "@/lib/access/people.ts";
import { opportunityFields } from "@/lib/crm/opportunities/fields.ts";
import type { listOpportunities, sumOpportunities } from "@/lib/crm/opportunities/opportunities.ts";
import { opportunityList } from "@/lib/crm/opportunities/opportunity.ts";
import { formatDue, type TimeFormat } from "@/lib/dates.ts";
import { formatMoney, formatPercent } from "@/lib/money.ts";
import { opportunityFilters } from "@/lib/panel/opportunities/opportunity_fields.ts";
import type { ListExcel } from "@/lib/panel/list/list_sheets.ts";
import { bulkBar } from "@/lib/panel/list/bulk/bulk_actions.ts";
import type { FilterOption, ListView as View } from "@/lib/panel/list/list_view.ts";
import type { SavedViewsOfList } from "@/lib/panel/list/views/saved_views.ts";
import { labelsOf } from "@/lib/records/fields/labels.ts";
import { amountWords } from "@/lib/words/numbers.ts";
import { speak } from "@/lib/words/language.ts";
import { nounWords } from "@/lib/words/nouns.ts";
import { opportunityWords } from "@/lib/panel/opportunities/words.ts";

type Listed = Awaited<ReturnType<typeof listOpportunities>>;
type Row = Listed["records"][number];

interface ListViewProps {
  rows: Row[];
  meta: Listed["meta"];
  sums: Awaited<ReturnType<typeof sumOpportunities>>;
  stages: { id: number; name: string }[];
  people: Person[];
  tags: { tag: string }[];
  ignored: string[];
  chosen: Record<string, FilterOption[]>;
  view: View & { saved: SavedViewsOfList };
  format: TimeFormat;
  companyId: number;
  currency: string;
  excel: ListExcel;
  create: ComponentChildren;
}

/** Opportunities of every state as a table. */
export function ListView(props: ListViewProps) {
  const { rows, meta, chosen, stages, people, tags, ignored, view, format, companyId } = props;
  const { language } = format;
  const words = speak(opportunityWords, language);
  const title = nounWords.opportunities.many[language];
  const sumLabels = speak(amountWords.headings, language);
  const columns = columnsOf(props);
  return (
    <ListPage
      title={title}
      icon="target"
      view={view}
      ignored={ignored}
      meta={meta}
      hasCsv
      language={language}
      empty={{ text: words.empty }}
      actions={
        <>
          <ExcelButton {...props.excel} />
          {props.create}
        </>
      }
      {...listTools({
        view,
        filters: opportunityFilters({ language, people, stages, tags, rows }),
        chosen,
        columns,
        bulk: bulkBar("opportunities", { view, language, people, stages }),
        plain: `${view.path}?company_id=${companyId}&view=list`,
        companyId,
        language,
      })}
      tabs={<Tabs view={view} language={language} />}
    >
      <ListKeys name="opportunities" />
      <DataTable<Row>
        label={title}
        rows={rows}
        view={view}
        sort={view.params.sort ?? opportunityList.defaultSort}
        language={language}
        hrefOf={({ id }) => `/panel/opportunities/${id}?company_id=${companyId}`}
        columns={columns}
        isPickable
      />
      <ListSums
        total={meta.total}
        sums={[
          { name: "amount", label: sumLabels.amount, amount: props.sums.amount },
          { name: "weighted", label: sumLabels.weighted, amount: props.sums.weighted },
        ]}
        currency={props.currency}
        language={language}
      />
    </ListPage>
  );
}

function columnsOf({ format, currency }: ListViewProps): Column<Row>[] {
  const { language } = format;
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
          : <StatusDot noun="opportunity" status={row.status} language={language} />,
    },
    {
      name: "amount",
      label: labels.amount,
      sort: "amount",
      width: "w-24",
      isNumber: true,
      phone: "end" as const,
      cell: (row: Row) => formatMoney(row.amount, { language, currency }),
      phoneCell: (row: Row) => (
        <Amount value={row.amount} is="net" language={language} currency={currency} />
      ),
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
      cell: (row: Row) =>
        row.expected_close_date &&
        formatDue(new Date(`${row.expected_close_date}T12:00:00Z`), { ...format, timeZone: "UTC" })
          .text,
    },
    {
      name: "next_action_at",
      label: labels.next_action_note,
      priority: 2,
      sort: "next_action_at",
      width: "w-44",
      cell: (row: Row) =>
        row.status === "open" && (
          <div class="max-w-44">
            <NextStep at={row.next_action_at} note={row.next_action_note} format={format} />
          </div>
        ),
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
      cell: (row: Row) => <Time at={row.created_at} format={format} />,
    },
    ...extraColumns<Row>(opportunityFields, language),
  ];
}
