import type { Importable } from "@/lib/records/imports/imports.ts";
import type { ProductCreate } from "@/lib/sales/products/product.ts";
import { productFile } from "@/lib/sales/products/product_file.ts";
import { companyTerms } from "@/lib/sales/company_terms.ts";
import type { Actor } from "@/lib/records/records.ts";
import type { Trx } from "@/lib/db/connection.ts";

/** Adds products to the catalog; the company's tax where a row says none. */
export const productImport: Importable<ProductCreate> = { ...productFile, defaults };

async function defaults(trx: Trx, actor: Actor) {
  const { default_tax_rate } = await companyTerms(trx, actor);
  return { unit_price: 0, tax_rate: default_tax_rate, active: true };
}
