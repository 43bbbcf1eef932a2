import { importColumns, importedOnce, importFields } from "@/lib/records/fields/import.ts";
import type { ImportKind } from "@/lib/records/imports/import.ts";
import { productFields } from "@/lib/sales/products/fields.ts";
import { type ProductCreate, productCreate } from "@/lib/sales/products/product.ts";

/** Folds a SKU's case by Unicode, as the unique index does. */
export function foldedSku(column: string): string {
  return `lower(${column} collate "und-x-icu") collate "C"`;
}

/** Columns of a file of products, and how they are stored. */
export const productFile: ImportKind<ProductCreate> = {
  noun: "product",
  fields: importFields(productFields),
  schema: productCreate,
  partial: productCreate.partial(),
  keys: { sku: { of: ({ sku }) => sku?.toLowerCase() ?? null, stored: foldedSku("sku") } },
  columns: importColumns(productFields),
  toColumns: (product) => product,
  onlyNew: importedOnce(productFields),
  essential: ["name", "sku", "unit_price"],
  priceField: "unit_price",
};
