import { usePage, useWords } from "@/components/page.ts";
import { define } from "@/lib/http/pages.ts";
import { ArchiveRows, ProductCells } from "@/islands/products/Catalog.tsx";
import { NewRecord } from "@/islands/record/NewRecord.tsx";
import { panelPage } from "@/lib/panel/record/panel_page.ts";
import { ImportLink } from "@/lib/panel/imports/ImportLink.tsx";
import { readListPage } from "@/lib/panel/list/list_page.ts";
import { CatalogTabs } from "@/lib/panel/products/parts/CatalogTabs.tsx";
import { cellFields, newProductFields } from "@/lib/panel/products/product_fields.ts";
import { productColumns, productFilters } from "@/lib/panel/products/view.tsx";
import { productWords } from "@/lib/panel/products/words.ts";
import { sumUsage, usageOf } from "@/lib/sales/products/product_usage.ts";
import { listCategories, listProducts } from "@/lib/sales/products/products.ts";
import { nounWords } from "@/lib/words/nouns.ts";
import { NounList } from "@/routes/panel/(_frame)/NounList.tsx";

export const handler = panelPage({
  title: nounWords.products.many,
  stylesheets: ["/lists.css", "/catalog.css"],
  run: async (call) => {
    const { trx, member, url } = call;
    // Archived products are hidden until asked for.
    const address = new URL(url);
    const { searchParams } = address;
    if (!searchParams.get("active") && !searchParams.get("view")) {
      searchParams.set("active", "true");
    }
    const list = await readListPage({ ...call, url: address }, "product", listProducts);
    const usages = await sumUsage(trx, member, list.rows.map(({ id }) => id));
    return {
      ...list,
      rows: list.rows.map((record) => ({ ...record, usage: usageOf(usages, record.id) })),
      categories: await listCategories(trx, member),
    };
  },
});

export default define.page<typeof handler>(({ data }) => {
  const page = usePage();
  const { href, language } = page;
  const { rows, categories, view, currency } = data;
  const words = useWords(productWords);
  const create = nounWords.products.create[language];
  return (
    <NounList
      noun="product"
      data={data}
      filters={productFilters(language, categories)}
      columns={productColumns({ ...page, currency: data.currency })}
      empty={view.params.active === "false"
        ? { text: words.noneArchived }
        : { text: words.empty, action: <ImportLink noun="products" /> }}
      tabs={<CatalogTabs view={view} />}
      actions={<ImportLink noun="products" />}
      create={
        <>
          <ArchiveRows />
          <NewRecord
            list="products"
            page={href("/panel/products/:id")}
            label={create}
            title={create}
            fields={newProductFields(language)}
            hash="#new"
            shortcut="c"
          />
          <ProductCells
            fields={cellFields(language)}
            currency={currency}
          />
        </>
      }
    >
      <data
        hidden
        data-json="products"
        value={JSON.stringify(
          rows.map(({ id, version, name, sku, unit, cost, unit_price, tax_rate }) => ({
            id,
            version,
            name,
            sku,
            unit,
            cost,
            unit_price,
            tax_rate,
          })),
        )}
      />
      <p class="mt-2 hidden text-label text-soft lg:block">{words.cells.hint}</p>
    </NounList>
  );
});
