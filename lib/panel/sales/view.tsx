import type { RowOf, Setting } from "@/lib/panel/list/list_page.ts";
import type { Column } from "@/lib/panel/list/DataTable.tsx";
import { DeliveryBar } from "@/lib/panel/sales/DeliveryBar.tsx";
import { StatusDot } from "@/components/StatusDot.tsx";
import { Time } from "@/components/Time.tsx";
import { dayIn, formatShortDay } from "@/lib/values/dates.ts";
import { formatMoney } from "@/lib/values/money.ts";
import { labelsOf } from "@/lib/records/fields/labels.ts";
import type { listSales } from "@/lib/sales/sales/sales.ts";
import { type Language, speak } from "@/lib/words/language.ts";
import { saleWords } from "@/lib/panel/sales/words.ts";
import type { Person } from "@/lib/access/people.ts";
import { clientFilter, filterFields, type FilterName } from "@/lib/panel/list/filter_fields.ts";
import type { FilterSpec } from "@/lib/panel/list/list_view.ts";
import { saleFields } from "@/lib/sales/sales/fields.ts";

type Row = RowOf<typeof listSales>;

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

/** Columns of the list of sales. */
export function saleColumns({ language, timeZone, now, currency }: Setting): Column<Row>[] {
  const words = speak(saleWords, language);
  const labels = labelsOf(saleFields, language);
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
    {
      name: "client",
      label: labels.client_id,
      phone: "first",
      cell: (row) => row.client.name,
    },
    {
      name: "status",
      label: labels.status,
      priority: 2,
      sort: "status",
      width: "w-28",
      cell: (row) => <StatusDot noun="sale" status={row.status} />,
    },
    {
      name: "delivery",
      label: words.delivery,
      width: "w-40",
      phone: "second",
      cell: (row) => <DeliveryBar delivery={row.delivery} />,
    },
    {
      name: "promised",
      label: labels.promised_date,
      priority: 2,
      sort: "promised_date",
      width: "w-40",
      cell: (row) => row.promised_date && formatShortDay(row.promised_date, language, today),
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
      name: "sold_at",
      label: labels.sold_at,
      priority: 3,
      sort: "sold_at",
      width: "w-28",
      isNumber: true,
      cell: (row) => <Time at={row.sold_at} />,
    },
  ];
}
