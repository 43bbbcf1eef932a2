import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { ListQuery } from "@/lib/input/list.ts";
import type { FilterSpec } from "@/lib/panel/list/list_view.ts";
import { nameProducts } from "@/lib/sales/products/products.ts";
import type { Language } from "@/lib/words/language.ts";
import { fieldWords } from "@/lib/words/field_words.ts";

/** The filter by product of quotations and sales, where a link asks for it; no menu offers it. */
export async function productFilter(
  db: Db,
  tenant: Tenant,
  { product_id }: ListQuery,
  language: Language,
): Promise<FilterSpec[]> {
  if (product_id === undefined) return [];
  const options = (await nameProducts(db, tenant, product_id as number[]))
    .map(({ id, name }) => ({ value: String(id), label: name }));
  const { product: label } = fieldWords;
  return [{ name: "product_id", label: label[language], kind: "choice", isSeveral: true, options }];
}
