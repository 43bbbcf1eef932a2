import { usePage, useWords } from "@/components/page.ts";
import { define } from "@/lib/http/pages.ts";
import { NewRecord } from "@/islands/record/NewRecord.tsx";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { readListPage } from "@/lib/panel/list/list_page.ts";
import { ListSums } from "@/lib/panel/list/ListSums.tsx";
import { productFilter } from "@/lib/panel/products/product_filter.ts";
import { newQuoteFields } from "@/lib/panel/quotes/quote_fields.ts";
import { quoteColumns, quoteFilters } from "@/lib/panel/quotes/view.tsx";
import { quoteWords } from "@/lib/panel/quotes/words.ts";
import { quoteFields } from "@/lib/sales/quotes/fields.ts";
import { listQuotes, sumQuotes } from "@/lib/sales/quotes/quotes.ts";
import { labelsOf } from "@/lib/records/fields/labels.ts";
import { nounWords } from "@/lib/words/nouns.ts";
import { NounList } from "@/routes/panel/(_frame)/NounList.tsx";

export const handler = panelPage({
  title: nounWords.quotes.many,
  stylesheets: ["/lists.css"],
  run: async (call) => {
    const list = await readListPage(call, "quote", listQuotes);
    const { trx, member, language } = call;
    return {
      ...list,
      sums: await sumQuotes(trx, member, list.asked, call.now),
      byProduct: await productFilter(trx, member, list.asked, language),
    };
  },
});

export default define.page<typeof handler>(({ data }) => {
  const page = usePage();
  const { href, language } = page;
  const { rows, meta, sums, people, byProduct, currency } = data;
  const words = useWords(quoteWords);
  const labels = labelsOf(quoteFields, language);
  const create = nounWords.quotes.create[language];
  return (
    <NounList
      noun="quote"
      data={data}
      filters={[...quoteFilters({ language, people, rows }), ...byProduct]}
      columns={quoteColumns({ ...page, currency: data.currency })}
      empty={{ text: words.empty }}
      create={
        <NewRecord
          list="quotes"
          page={href("/panel/quotes/:id")}
          label={create}
          title={create}
          fields={newQuoteFields(language)}
          hash="#new"
          shortcut="c"
        />
      }
    >
      <ListSums
        total={meta.total}
        sums={[
          { name: "net", label: labels.net_total, amount: sums.net },
          { name: "gross", label: labels.gross_total, amount: sums.gross },
        ]}
        currency={currency}
      />
    </NounList>
  );
});
