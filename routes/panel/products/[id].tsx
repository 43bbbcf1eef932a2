import { usePage, useWords } from "@/components/page.ts";
import { Figures, Panel, RecordPage } from "@/lib/panel/record/RecordPage.tsx";
import { type Entry, Timeline } from "@/lib/panel/record/Timeline.tsx";
import { DocumentRows } from "@/lib/panel/products/parts/DocumentRows.tsx";
import { StatusDot } from "@/components/StatusDot.tsx";
import { Time } from "@/components/Time.tsx";
import { NoteVisit } from "@/islands/frame/Frame.tsx";
import { ProductActions } from "@/islands/products/ProductActions.tsx";
import { RecordFields } from "@/islands/record/RecordFields.tsx";
import { define } from "@/lib/http/pages.ts";
import { formatMoney, formatPercent, formatQuantity } from "@/lib/values/money.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { formFields } from "@/lib/panel/form/form_fields.ts";
import { productFields } from "@/lib/sales/products/fields.ts";
import { readHistory } from "@/lib/panel/record/record_history.ts";
import { recordId } from "@/lib/panel/record/record_id.ts";
import { sumUsage, usageOf } from "@/lib/sales/products/product_usage.ts";
import { findProduct } from "@/lib/sales/products/products.ts";
import { listQuotes } from "@/lib/sales/quotes/quotes.ts";
import { listSales } from "@/lib/sales/sales/sales.ts";
import { historyWords } from "@/lib/panel/record/history_words.ts";
import { nounWords } from "@/lib/words/nouns.ts";
import { productWords } from "@/lib/panel/products/words.ts";

const first = { page: 1, per_page: 6 };
const newest = (column: string) => [{ column, descending: true }];

export const handler = panelPage({
  stylesheets: ["/catalog.css"],
  run: async ({ trx, member, params, language, now }) => {
    const id = recordId(params);
    const product = await findProduct(trx, member, id);
    const of = { ...first, product_id: [id] };
    return {
      product,
      usage: usageOf(await sumUsage(trx, member, [id]), id),
      quotes: await listQuotes(trx, member, { ...of, sort: newest("t.created_at") }, now),
      sales: await listSales(trx, member, {
        ...of,
        status: ["active"],
        sort: newest("t.sold_at"),
      }),
      history: await readHistory(trx, { ...member, language }, "product", id),
      currency: member.currency,
    };
  },
  title: ({ product }) => product.name,
});

export default define.page<typeof handler>(({ data }) => {
  const page = usePage();
  const { language } = page;
  const { product, usage, quotes, sales, history, currency } = data;
  const words = useWords(productWords);
  const standing = { active: product.active, removable: usage.removable };
  return (
    <RecordPage
      back={{ href: page.href("/panel/products"), label: nounWords.products.many[language] }}
      title={product.name}
      meta={
        <>
          <StatusDot noun="product" status={product.active ? "active" : "archived"} />
          {(product.sku || product.category) && (
            <p class="w-full text-meta text-soft" dir="auto">
              {[product.sku, product.category].filter(Boolean).join(" · ")}
            </p>
          )}
        </>
      }
      actions={<ProductActions id={product.id} standing={standing} />}
      aside={
        <Panel title={historyWords.title[language]} region="history">
          <Timeline
            entries={history.entries as Entry[]}
            total={history.total}
            of={{ type: "product", id: product.id }}
          />
        </Panel>
      }
    >
      <NoteVisit title={product.name} />
      <div data-region="figures">
        <data hidden data-json="product-standing" value={JSON.stringify(standing)} />
        {!product.active && (
          <p class="mb-5 rounded-md bg-sunken px-3 py-2 text-meta text-soft">
            {words.archivedHint}
          </p>
        )}
        <Standing {...{ product, usage, currency }} />
      </div>
      <Panel title={words.data}>
        <div class="product-fields">
          <RecordFields
            path={`products/${product.id}`}
            record={product}
            fields={formFields(productFields, "record", { language })}
          />
        </div>
      </Panel>
      <Documents {...{ product, usage, quotes, sales }} />
    </RecordPage>
  );
});

interface UsageProps {
  product: Awaited<ReturnType<typeof findProduct>>;
  usage: ReturnType<typeof usageOf>;
}

/** What it costs and brings in, and how much of it was sold. */
function Standing({ product, usage, currency }: UsageProps & { currency: string }) {
  const { language } = usePage();
  const words = useWords(productWords);
  const money = (amount: number, maxDecimals = 2) =>
    formatMoney(amount, { language, currency, maxDecimals });
  const { unit_price: price, cost } = product;
  return (
    <Figures
      figures={[
        { name: productFields.unit_price.label[language], value: money(price, 4) },
        ...(cost !== null && price > 0
          ? [{ name: words.margin, value: formatPercent((1 - cost / price) * 100, language) }]
          : []),
        { name: words.soldAmount, value: money(usage.sold_amount) },
        {
          name: words.soldUnits,
          value: [formatQuantity(usage.sold_quantity, language), product.unit]
            .filter(Boolean).join(" "),
        },
        {
          name: words.lastSold,
          value: usage.last_sold_at ? <Time at={usage.last_sold_at} /> : "—",
        },
      ]}
    />
  );
}

interface DocumentsProps extends UsageProps {
  quotes: Awaited<ReturnType<typeof listQuotes>>;
  sales: Awaited<ReturnType<typeof listSales>>;
}

/** The newest quotations and sales that have it. */
function Documents({ product, usage, quotes, sales }: DocumentsProps) {
  const page = usePage();
  const words = useWords(productWords);
  const of = (noun: string) => page.href(`/panel/${noun}?product_id=${product.id}`);
  return (
    <>
      <Panel
        title={words.quotes}
        region="quotes"
        end={usage.quotes > 0 && <a href={of("quotes")}>{usage.quotes}</a>}
      >
        <DocumentRows
          empty={words.noQuotes}
          rows={quotes.records.map((quote) => ({
            href: page.href(`/panel/quotes/${quote.id}`),
            number: quote.number,
            client: quote.client.name,
            status: <StatusDot noun="quote" status={quote.expired ? "expired" : quote.status} />,
            day: <Time at={quote.created_at} />,
          }))}
        />
      </Panel>
      <Panel
        title={words.sales}
        region="sales"
        end={usage.sales > 0 && <a href={`${of("sales")}&status=active`}>{usage.sales}</a>}
      >
        <DocumentRows
          empty={words.noSales}
          rows={sales.records.map((sale) => ({
            href: page.href(`/panel/sales/${sale.id}`),
            number: sale.number,
            client: sale.client.name,
            status: <StatusDot noun="sale" status={sale.status} />,
            day: <Time at={sale.sold_at} />,
          }))}
        />
      </Panel>
    </>
  );
}
