import { define } from "@/lib/http/pages.ts";
import { ImportLink } from "@/lib/panel/imports/ImportLink.tsx";
import { type Column, DataTable } from "@/lib/panel/list/DataTable.tsx";
import { ListPage } from "@/lib/panel/list/ListPage.tsx";
import { CatalogTabs } from "@/lib/panel/products/parts/CatalogTabs.tsx";
import { EditableCell } from "@/lib/panel/products/parts/EditableCell.tsx";
import { RowActions } from "@/lib/panel/products/parts/RowActions.tsx";
import { Usage } from "@/lib/panel/products/parts/Usage.tsx";
import { Time } from "@/components/Time.tsx";
import { ArchiveRows, ProductCells } from "@/islands/products/Catalog.tsx";
import { ExcelButton, ListKeys } from "@/islands/list/List.tsx";
import { NewRecord } from "@/islands/record/NewRecord.tsx";
import { extraColumns } from "@/routes/panel/(_frame)/extra_columns.ts";
import { listTools } from "@/routes/panel/(_frame)/list_tools.tsx";
import { listSchema } from "@/lib/input/list.ts";
import { readListPage } from "@/lib/panel/list/list_page.ts";
import { panelPage } from "@/lib/panel/frame/panel_page.ts";
import {
  cellFields,
  cellLabels,
  newProductFields,
  productFilters,
} from "@/lib/panel/products/product_fields.ts";
import { bulkBar } from "@/lib/panel/list/bulk/bulk_actions.ts";
import { type CellName, type CellRecord, cellText } from "@/lib/panel/products/cells.ts";
import { productFields } from "@/lib/sales/products/fields.ts";
import { productList } from "@/lib/sales/products/product.ts";
import { sumUsage, usageOf } from "@/lib/sales/products/product_usage.ts";
import { listCategories, listProducts } from "@/lib/sales/products/products.ts";
import { speak } from "@/lib/words/language.ts";
import { nounWords } from "@/lib/words/nouns.ts";
import { productWords } from "@/lib/panel/products/words.ts";

const schema = listSchema(productList);

export const handler = panelPage({
  title: nounWords.products.many,
  run: async (call) => {
    const { trx, member, url } = call;
    // What is archived is out of the way until it is asked for.
    const address = new URL(url);
    const { searchParams } = address;
    if (!searchParams.get("active") && !searchParams.get("view")) {
      searchParams.set("active", "true");
    }
    const list = await readListPage({ ...call, url: address }, schema, listProducts, "product");
    const usages = await sumUsage(trx, member, list.rows.map(({ id }) => id));
    return {
      ...list,
      rows: list.rows.map((record) => ({ ...record, usage: usageOf(usages, record.id) })),
      categories: await listCategories(trx, member),
    };
  },
});

export default define.page<typeof handler>(({ data }) => {
  const { rows, meta, ignored, chosen, categories, view, excel, format, currency, companyId } =
    data;
  const { language, timeZone } = format;
  const words = speak(productWords, language);
  const nouns = speak(nounWords, language);
  const who = { companyId, language };
  const labels = cellLabels(language);
  const cell = (
    name: CellName,
    width: string,
    { isNumber = false, priority }: { isNumber?: boolean; priority?: 1 | 2 | 3 } = {},
  ) => ({
    name,
    priority,
    label: labels[name],
    width,
    isNumber,
    sort: name === "unit_price" ? name : undefined,
    phone: ({ sku: "second", unit_price: "end" } as const)[name as string],
    phoneCell: (row: CellRecord) => (
      <span data-shown={name}>{cellText(name, row, { language, currency })}</span>
    ),
    cell: (row: CellRecord) => (
      <EditableCell
        name={name}
        label={labels[name]}
        record={row}
        currency={currency}
        language={language}
      />
    ),
  });
  const columns: Column<typeof rows[number]>[] = [
    {
      name: "name",
      label: productFields.name.label[language],
      sort: "name",
      phone: "first",
      cell: (row) => (
        <span class={row.active ? undefined : "text-soft"} data-shown="name">{row.name}</span>
      ),
    },
    cell("sku", "w-32", { priority: 2 }),
    cell("unit", "w-20", { priority: 3 }),
    cell("cost", "w-28", { isNumber: true, priority: 3 }),
    cell("unit_price", "w-28", { isNumber: true }),
    cell("tax_rate", "w-24", { isNumber: true, priority: 2 }),
    {
      name: "usage",
      label: words.used,
      priority: 2,
      isControl: true,
      width: "w-24",
      isNumber: true,
      cell: (row) => (
        <Usage id={row.id} usage={row.usage} companyId={companyId} language={language} />
      ),
    },
    {
      name: "last_sold",
      label: words.lastSold,
      priority: 3,
      width: "w-28",
      isNumber: true,
      cell: (row) => row.usage.last_sold_at && <Time at={row.usage.last_sold_at} format={format} />,
    },
    {
      name: "actions",
      label: words.actions,
      width: "w-20",
      isNumber: true,
      cell: (row) => <RowActions name={row.name} active={row.active} language={language} />,
    },
    ...extraColumns<typeof rows[number]>(productFields, language),
  ];
  return (
    <ListPage
      title={nouns.products.many}
      icon="package"
      view={view}
      ignored={ignored}
      meta={meta}
      hasCsv
      language={language}
      empty={view.params.active === "false"
        ? { text: words.noneArchived }
        : { text: words.empty, action: <ImportLink {...who} noun="products" /> }}
      {...listTools({
        view,
        filters: productFilters(language, categories),
        chosen,
        columns,
        bulk: bulkBar("products", { view, language }),
        companyId,
        language,
      })}
      tabs={<CatalogTabs view={view} language={language} />}
      actions={
        <>
          <ExcelButton {...excel} />
          <ArchiveRows {...who} />
          <ImportLink {...who} noun="products" />
          <NewRecord
            {...who}
            list="products"
            page={`/panel/products/:id?company_id=${companyId}`}
            label={nouns.products.create}
            title={nouns.products.create}
            fields={newProductFields(language)}
            timeZone={timeZone}
            hash="#new"
            shortcut="c"
          />
          <ProductCells
            {...who}
            fields={cellFields(language)}
            currency={currency}
            timeZone={timeZone}
          />
        </>
      }
    >
      <ListKeys name="products" />
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
      <DataTable
        label={nouns.products.many}
        rows={rows}
        view={view}
        sort={view.params.sort ?? productList.defaultSort}
        language={language}
        hrefOf={({ id }) => `/panel/products/${id}?company_id=${companyId}`}
        columns={columns}
        isPickable
      />
      <p class="mt-2 hidden text-label text-soft lg:block">{words.cells.hint}</p>
    </ListPage>
  );
});
