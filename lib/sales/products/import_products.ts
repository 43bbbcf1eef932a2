import type { Importable } from "@/lib/records/imports/importable.ts";
import type { ProductCreate } from "@/lib/sales/products/product.ts";
import { productFile } from "@/lib/sales/products/product_file.ts";
import { quotedAmong } from "@/lib/sales/products/product_usage.ts";
import { companyTerms } from "@/lib/sales/company_terms.ts";
import type { Actor } from "@/lib/records/records.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { problem } from "@/lib/input/errors.ts";

/** Adds products to the catalog; the company's tax where a row says none. */
export const productImport: Importable<ProductCreate> = {
  ...productFile,
  defaults,
  inUse: async (trx, actor, ids) => {
    const quoted = await quotedAmong(trx, actor, ids);
    return new Map([...quoted].map((id) => [id, problem("in_use")]));
  },
};

async function defaults(trx: Trx, actor: Actor) {
  const { default_tax_rate } = await companyTerms(trx, actor);
  return { unit_price: 0, tax_rate: default_tax_rate, active: true };
}
