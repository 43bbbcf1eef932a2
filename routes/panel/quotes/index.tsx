import { define } from "@/lib/http/pages.ts";
import { type Column, DataTable } from "@/lib/panel/list/DataTable.tsx";
import { ListPage } from "@/lib/panel/list/ListPage.tsx";
import { StatusDot } from "@/components/StatusDot.tsx";
import { Time } from "@/components/Time.tsx";
import { ExcelButton, ListKeys } from "@/islands/list/List.tsx";
import { NewRecord } from "@/islands/record/NewRecord.tsx";
import { extraColumns } from "@/routes/panel/(_frame)/extra_columns.ts";
import { listTools } from "@/routes/panel/(_frame)/list_tools.tsx";
import { dayIn, formatShortDay } from "@/lib/dates.ts";
import { formatMoney } from "@/lib/money.ts";
import { readListPage } from "@/lib/panel/list/list_page.ts";
import { panelPage } from "@/lib/panel/frame/panel_page.ts";
import { newQuoteFields, quoteFilters } from "@/lib/panel/quotes/quote_fields.ts";
import { productFilter } from "@/lib/panel/products/product_filter.ts";
import { bulkBar } from "@/lib/panel/list/bulk/bulk_actions.ts";
import { quoteFields } from "@/lib/sales/quotes/fields.ts";
import { quoteList } from "@/lib/sales/quotes/quote.ts";
import { listSchema } from "@/lib/input/list.ts";
import { listQuotes } from "@/lib/sales/quotes/quotes.ts";
import { labelsOf } from "@/lib/records/fields/labels.ts";
import { speak } from "@/lib/words/language.ts";
import { nounWords } from "@/lib/words/nouns.ts";
import { quoteWords } from "@/lib/panel/quotes/words.ts";

const schema = listSchema(quoteList);

export const handler = panelPage({
  title: nounWords.quotes.many,
  run: async (call) => {
    const list = await readListPage(call, schema, listQuotes, "quote");
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
  const words = speak(quoteWords, language);
  const labels = labelsOf(quoteFields, language);
  const nouns = speak(nounWords, language);
  const today = dayIn(format.timeZone, format.now);
  const money = (amount: number) => formatMoney(amount, { language, currency });
  const sum = (name: "net_total" | "gross_total") =>
    money(rows.reduce((total, row) => total + Math.round(row[name] * 100), 0) / 100);
  const newQuote = (
    <NewRecord
      list="quotes"
      page={`/panel/quotes/:id?company_id=${companyId}`}
      label={nouns.quotes.create}
      title={nouns.quotes.create}
      fields={newQuoteFields(language)}
      companyId={companyId}
      language={language}
      timeZone={format.timeZone}
      hash="#new"
      shortcut="c"
    />
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
        <StatusDot
          noun="quote"
          status={row.expired ? "expired" : row.status}
          language={language}
        />
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
      cell: (row) => <Time at={row.created_at} format={format} />,
    },
    ...extraColumns<typeof rows[number]>(quoteFields, language),
  ];
  return (
    <ListPage
      title={nouns.quotes.many}
      icon="file-text"
      view={view}
      ignored={ignored}
      meta={meta}
      hasCsv
      language={language}
      {...listTools({
        view,
        filters: [...quoteFilters({ language, people, rows }), ...byProduct],
        chosen,
        columns,
        bulk: bulkBar("quotes", { view, language }),
        companyId,
        language,
      })}
      empty={{ text: words.empty }}
      actions={
        <>
          <ExcelButton {...excel} />
          {newQuote}
        </>
      }
    >
      <ListKeys name="quotes" />
      <DataTable
        label={nouns.quotes.many}
        rows={rows}
        view={view}
        sort={view.params.sort ?? quoteList.defaultSort}
        language={language}
        hrefOf={({ id }) => `/panel/quotes/${id}?company_id=${companyId}`}
        footer={{
          number: words.pageSum,
          net: sum("net_total"),
          gross: sum("gross_total"),
        }}
        columns={columns}
        isPickable
      />
    </ListPage>
  );
});
