import { usePage, useWords } from "@/components/page.ts";
import { define } from "@/lib/http/pages.ts";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { readListPage } from "@/lib/panel/list/list_page.ts";
import { ListSums } from "@/lib/panel/list/ListSums.tsx";
import { productFilter } from "@/lib/panel/products/product_filter.ts";
import { saleColumns, saleFilters } from "@/lib/panel/sales/view.tsx";
import { saleWords } from "@/lib/panel/sales/words.ts";
import { saleFields } from "@/lib/sales/sales/fields.ts";
import { listSales, sumSales } from "@/lib/sales/sales/sales.ts";
import { labelsOf } from "@/lib/records/fields/labels.ts";
import { nounWords } from "@/lib/words/nouns.ts";
import { NounList } from "@/routes/panel/(_frame)/NounList.tsx";

export const handler = panelPage({
  title: nounWords.sales.many,
  stylesheets: ["/lists.css"],
  run: async (call) => {
    const list = await readListPage(call, "sale", listSales);
    const { trx, member, language } = call;
    return {
      ...list,
      sums: await sumSales(trx, member, list.asked),
      byProduct: await productFilter(trx, member, list.asked, language),
    };
  },
});

export default define.page<typeof handler>(({ data }) => {
  const page = usePage();
  const { href, language } = page;
  const { rows, meta, sums, people, byProduct, currency } = data;
  const words = useWords(saleWords);
  const labels = labelsOf(saleFields, language);
  return (
    <NounList
      noun="sale"
      data={data}
      filters={[...saleFilters({ language, people, rows }), ...byProduct]}
      columns={saleColumns({ ...page, currency: data.currency })}
      empty={{
        text: words.empty,
        action: (
          <a class="button" href={href("/panel/quotes?status=approved")}>
            {nounWords.quotes.many[language]}
          </a>
        ),
      }}
    >
      <ListSums
        total={meta.total}
        sums={[
          { name: "net", label: labels.net_total, amount: sums.net },
          { name: "gross", label: labels.gross_total, amount: sums.gross },
        ]}
        note={sums.cancelled > 0 ? words.withoutCancelled : undefined}
        currency={currency}
      />
    </NounList>
  );
});
