import { productFields } from "@/lib/sales/products/fields.ts";
import { lineFields } from "@/lib/sales/quotes/line_fields.ts";
import { bareHead, sheetNames } from "@/lib/sales/quotes/sheets/sheet_names.ts";

const cells = ["name", "quantity", "unit", "unit_price", "discount_percent", "tax_rate"] as const;
const names = [...cells, "sku", "description"] as const;

/** Cells of a line by the names of their columns, those of files of products among them. */
export const lineHeads: Record<string, (typeof names)[number]> = {};

for (const name of names) {
  const ofProduct: { label?: { es: string; en: string }; headers?: readonly string[] } =
    name in productFields ? productFields[name as "name"] : {};
  const labels = [lineFields[name].label, ofProduct.label].flatMap((one) =>
    Object.values(one ?? {})
  );
  const more: Partial<Record<string, readonly string[]>> = sheetNames.heads;
  const heads = [name, ...labels, ...ofProduct.headers ?? [], ...more[name] ?? []];
  for (const head of heads.map(bareHead)) lineHeads[head] ??= name;
}
