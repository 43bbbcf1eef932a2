import { productHeads } from "@/lib/sales/products/product_heads.ts";
import { bareHead, sheetNames } from "@/lib/sales/quotes/sheets/sheet_names.ts";

const cells = ["name", "quantity", "unit", "unit_price", "discount_percent", "tax_rate"] as const;
const names = [...cells, "sku", "description"] as const;

/** Pure: cells of a line by the names of their columns, those of files of products among them. */
export const lineHeads: Record<string, (typeof names)[number]> = {};

for (const name of names) {
  const ofProduct: Partial<Record<string, readonly string[]>> = productHeads;
  const ofSheet: Partial<Record<string, readonly string[]>> = sheetNames.heads;
  const heads = [name, ...ofProduct[name] ?? [], ...ofSheet[name] ?? []];
  for (const head of heads.map(bareHead)) lineHeads[head] ??= name;
}
