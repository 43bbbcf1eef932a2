import type { RowOf, Setting } from "@/lib/panel/list/list_page.ts";
import type { Column } from "@/lib/panel/list/DataTable.tsx";
import type { FilterSpec } from "@/lib/panel/list/list_view.ts";
import { clientFilter, filterFields, type FilterName } from "@/lib/panel/list/filter_fields.ts";
import type { Person } from "@/lib/access/people.ts";
import { StatusDot } from "@/components/StatusDot.tsx";
import { Time } from "@/components/Time.tsx";
import { dayIn, formatShortDay } from "@/lib/values/dates.ts";
import { formatMoney } from "@/lib/values/money.ts";
import { labelsOf } from "@/lib/records/fields/labels.ts";
import { quoteFields } from "@/lib/sales/quotes/fields.ts";
import type { listQuotes } from "@/lib/sales/quotes/quotes.ts";
import { approvalStates } from "@/lib/sales/quotes/approval/approval_states.ts";
import { commonWords } from "@/lib/words/common.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { ApprovalMark } from "@/lib/panel/quotes/approval/ApprovalMark.tsx";
import { approvalWords } from "@/lib/panel/quotes/approval/words.ts";
import { DeliveryMark } from "@/lib/panel/quotes/parts/DeliveryMark.tsx";
import { quoteWords } from "@/lib/panel/quotes/words.ts";

type Row = RowOf<typeof listQuotes>;

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
    {
      name: "approval",
      label: approvalWords.label[language],
      kind: "choice",
      isSeveral: true,
      options: approvalStates.map((value) => ({
        value,
        label: approvalWords.states[value][language],
      })),
    },
    {
      name: "approver_id",
      label: approvalWords.awaitedFrom[language],
      kind: "choice",
      isSeveral: true,
      options: [
        { value: "me", label: commonWords.me[language] },
        ...people.map(({ id, name }) => ({ value: String(id), label: name })),
      ],
    },
    { name: "expired", label: words.expired, kind: "flag" },
    { name: "expiring", label: words.expiring, kind: "flag" },
  ];
}

/** Columns of the list of quotations. */
export function quoteColumns({ language, timeZone, now, currency }: Setting): Column<Row>[] {
  const labels = labelsOf(quoteFields, language);
  const today = dayIn(timeZone, now);
  const money = (amount: number) => formatMoney(amount, { language, currency });
  return [
    {
      name: "number",
      label: labels.number,
      sort: "number",
      width: "w-32",
      phone: "second",
      cell: (row) => row.number,
      phoneCell: (row) => <span class="mr-2 tabular-nums">{row.number}</span>,
    },
    { name: "client", label: labels.client_id, phone: "first", cell: (row) => row.client.name },
    {
      name: "title",
      label: labels.title,
      priority: 2,
      cell: (row) => row.title ?? row.opportunity.name,
    },
    {
      name: "status",
      label: labels.status,
      sort: "status",
      width: "w-28",
      phone: "second",
      cell: (row) => (
        <span class="inline-flex items-center gap-1.5">
          <StatusDot noun="quote" status={row.expired ? "expired" : row.status} />
          {row.approval && row.status === "draft" && <ApprovalMark approval={row.approval} />}
          {row.delivery && row.status !== "draft" && <DeliveryMark delivery={row.delivery} />}
        </span>
      ),
    },
    {
      name: "valid_until",
      label: labels.valid_until,
      priority: 2,
      sort: "valid_until",
      width: "w-28",
      cell: (row) => formatShortDay(row.valid_until, language, today),
    },
    {
      name: "assignee",
      label: labels.assignee,
      priority: 3,
      width: "w-32",
      cell: (row) => row.assignee?.name,
    },
    {
      name: "net",
      label: labels.net_total,
      priority: 3,
      sort: "net_total",
      width: "w-28",
      isNumber: true,
      cell: (row) => money(row.net_total),
    },
    {
      name: "gross",
      label: labels.gross_total,
      sort: "gross_total",
      width: "w-28",
      isNumber: true,
      phone: "end",
      cell: (row) => money(row.gross_total),
    },
    {
      name: "created_at",
      label: labels.created_at,
      priority: 3,
      sort: "created_at",
      width: "w-28",
      isNumber: true,
      cell: (row) => <Time at={row.created_at} />,
    },
  ];
}
