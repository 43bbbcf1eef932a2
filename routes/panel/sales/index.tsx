import { define } from "@/lib/http/pages.ts";
import { panelPage } from "@/lib/panel/frame/panel_page.ts";
import { readListPage } from "@/lib/panel/list/list_page.ts";
import { productFilter } from "@/lib/panel/products/product_filter.ts";
import { saleColumns, saleFilters, saleSums } from "@/lib/panel/sales/view.tsx";
import { saleWords } from "@/lib/panel/sales/words.ts";
import { listSales } from "@/lib/sales/sales/sales.ts";
import { speak } from "@/lib/words/language.ts";
import { nounWords } from "@/lib/words/nouns.ts";
import { NounList } from "@/routes/panel/(_frame)/NounList.tsx";

export const handler = panelPage({
  title: nounWords.sales.many,
  run: async (call) => {
    const list = await readListPage(call, "sale", listSales);
    const { trx, member, language } = call;
    return { ...list, byProduct: await productFilter(trx, member, list.asked, language) };
  },
});

export default define.page<typeof handler>(({ data }) => {
  const { rows, people, byProduct, format: { language }, companyId } = data;
  const words = speak(saleWords, language);
  return (
    <NounList
      noun="sale"
      data={data}
      filters={[...saleFilters({ language, people, rows }), ...byProduct]}
      columns={saleColumns(data)}
      footer={{ number: words.pageSum, ...saleSums(rows, data) }}
      empty={{
        text: words.empty,
        action: (
          <a class="button" href={`/panel/quotes?company_id=${companyId}&status=approved`}>
            {nounWords.quotes.many[language]}
          </a>
        ),
      }}
    />
  );
});
