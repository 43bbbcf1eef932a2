import { define } from "@/lib/http/pages.ts";
import { DeliveryBar } from "@/lib/panel/sales/DeliveryBar.tsx";
import { type Column, DataTable } from "@/lib/panel/list/DataTable.tsx";
import { ListPage } from "@/lib/panel/list/ListPage.tsx";
import { StatusDot } from "@/components/StatusDot.tsx";
import { Time } from "@/components/Time.tsx";
import { ExcelButton, ListKeys } from "@/islands/list/List.tsx";
import { extraColumns } from "@/routes/panel/(_frame)/extra_columns.ts";
import { listTools } from "@/routes/panel/(_frame)/list_tools.tsx";
import { dayIn, formatShortDay } from "@/lib/dates.ts";
import { listSchema } from "@/lib/input/list.ts";
import { formatMoney } from "@/lib/money.ts";
import { readListPage } from "@/lib/panel/list/list_page.ts";
import { panelPage } from "@/lib/panel/frame/panel_page.ts";
import { saleFilters } from "@/lib/panel/sales/sale_fields.ts";
import { productFilter } from "@/lib/panel/products/product_filter.ts";
import { saleFields } from "@/lib/sales/sales/fields.ts";
import { saleList } from "@/lib/sales/sales/sale.ts";
import { listSales } from "@/lib/sales/sales/sales.ts";
import { labelsOf } from "@/lib/records/fields/labels.ts";
import { speak } from "@/lib/words/language.ts";
import { nounWords } from "@/lib/words/nouns.ts";
import { saleWords } from "@/lib/panel/sales/words.ts";

const schema = listSchema(saleList);

export const handler = panelPage({
  title: nounWords.sales.many,
  run: async (call) => {
    const list = await readListPage(call, schema, listSales, "sale");
    const { trx, member, language } = call;
    return { ...list, byProduct: await productFilter(trx, member, list.asked, language) };
  },
});

export default define.page<typeof handler>(({ data }) => {
  const {
    rows,
    meta,
    ignored,
    chosen,
    people,
    byProduct,
    view,
    excel,
    format,
    currency,
    companyId,
  } = data;
  const { language } = format;
  const words = speak(saleWords, language);
  const labels = labelsOf(saleFields, language);
  const title = nounWords.sales.many[language];
  const today = dayIn(format.timeZone, format.now);
  const money = (amount: number) => formatMoney(amount, { language, currency });
  // What was cancelled counts nowhere.
  const sum = (name: "net_total" | "gross_total") =>
    money(
      rows.filter(({ status }) => status === "active")
        .reduce((total, row) => total + Math.round(row[name] * 100), 0) / 100,
    );
  const columns: Column<typeof rows[number]>[] = [
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
      cell: (row) => <StatusDot noun="sale" status={row.status} language={language} />,
    },
    {
      name: "delivery",
      label: words.delivery,
      width: "w-40",
      phone: "second",
      cell: (row) => <DeliveryBar delivery={row.delivery} language={language} />,
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
      cell: (row) => <Time at={row.sold_at} format={format} />,
    },
    ...extraColumns<typeof rows[number]>(saleFields, language),
  ];
  return (
    <ListPage
      title={title}
      icon="shopping-bag"
      view={view}
      ignored={ignored}
      meta={meta}
      hasCsv
      language={language}
      actions={<ExcelButton {...excel} />}
      {...listTools({
        view,
        filters: [...saleFilters({ language, people, rows }), ...byProduct],
        chosen,
        columns,
        companyId,
        language,
      })}
      empty={{
        text: words.empty,
        action: (
          <a class="button" href={`/panel/quotes?company_id=${companyId}&status=approved`}>
            {nounWords.quotes.many[language]}
          </a>
        ),
      }}
    >
      <ListKeys name="sales" />
      <DataTable
        label={title}
        rows={rows}
        view={view}
        sort={view.params.sort ?? saleList.defaultSort}
        language={language}
        hrefOf={({ id }) => `/panel/sales/${id}?company_id=${companyId}`}
        footer={{ number: words.pageSum, net: sum("net_total"), gross: sum("gross_total") }}
        columns={columns}
      />
    </ListPage>
  );
});
