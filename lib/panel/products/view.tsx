import type { Column } from "@/lib/panel/list/DataTable.tsx";
import type { Setting } from "@/lib/panel/list/list_page.ts";
import type { FilterSpec } from "@/lib/panel/list/list_view.ts";
import { Time } from "@/components/Time.tsx";
import { type CellName, type CellRecord, cellText } from "@/lib/panel/products/cells.ts";
import { EditableCell } from "@/lib/panel/products/parts/EditableCell.tsx";
import { RowActions } from "@/lib/panel/products/parts/RowActions.tsx";
import { Usage } from "@/lib/panel/products/parts/Usage.tsx";
import { cellLabels } from "@/lib/panel/products/product_fields.ts";
import { productWords } from "@/lib/panel/products/words.ts";
import { filterFields } from "@/lib/panel/list/filter_fields.ts";
import { productFields } from "@/lib/sales/products/fields.ts";
import type { usageOf } from "@/lib/sales/products/product_usage.ts";
import { type Language, speak } from "@/lib/words/language.ts";

type Row = CellRecord & { active: boolean; usage: ReturnType<typeof usageOf> };

/** Filters of the catalog. */
export function productFilters(language: Language, categories: string[]): FilterSpec[] {
  return [
    {
      name: "category",
      label: productFields.category.label[language],
      kind: "choice",
      served: "values",
      isSeveral: true,
      // A comma separates values in the address.
      options: categories.map((one) => ({ value: one.replaceAll(",", "\\,"), label: one })),
    },
    ...filterFields(productFields, ["created_at"], { language }),
  ];
}

/** Columns of the catalog; cells of the record are edited in place. */
export function productColumns({ language, currency }: Setting): Column<Row>[] {
  const words = speak(productWords, language);
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
      />
    ),
  });
  return [
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
      cell: (row) => <Usage id={row.id} usage={row.usage} />,
    },
    {
      name: "last_sold",
      label: words.lastSold,
      priority: 3,
      width: "w-28",
      isNumber: true,
      cell: (row) => row.usage.last_sold_at && <Time at={row.usage.last_sold_at} />,
    },
    {
      name: "actions",
      label: words.actions,
      width: "w-20",
      isNumber: true,
      cell: (row) => <RowActions name={row.name} active={row.active} />,
    },
  ];
}
