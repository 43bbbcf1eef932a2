import { sql } from "kysely";
import type * as z from "zod";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { findProduct } from "@/lib/sales/products/products.ts";
import type { productUsage } from "@/lib/sales/products/product.ts";

/** Usage of products: on quotations, and in sales. */

export type ProductUsage = Omit<z.output<typeof productUsage>, "last_sold_at"> & {
  last_sold_at: Date | null;
};

const unused: ProductUsage = {
  quotes: 0,
  sales: 0,
  sold_quantity: 0,
  sold_amount: 0,
  last_sold_at: null,
  removable: true,
};

/** @throws Problem not_found */
export async function readProductUsage(db: Db, tenant: Tenant, id: number) {
  await findProduct(db, tenant, id);
  return usageOf(await sumUsage(db, tenant, [id]), id);
}

/** The usage of products that were found, by id; one statement for all of them. */
export async function sumUsage(
  db: Db,
  { companyId }: Tenant,
  ids: readonly number[],
): Promise<Map<number, ProductUsage>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<ProductUsage & { id: number }>`
    select l.product_id as id, count(distinct q.id) as quotes, count(distinct s.id) as sales,
      coalesce(sum(l.quantity) filter (where s.id is not null), 0) as sold_quantity,
      coalesce(sum(l.line_net) filter (where s.id is not null), 0) as sold_amount,
      max(s.sold_at) as last_sold_at, false as removable
    from quote_lines l
    left join quotes q on q.company_id = l.company_id and q.id = l.quote_id and q.deleted_at is null
    left join sales s on s.company_id = q.company_id and s.quote_id = q.id
      and s.status = 'active' and s.deleted_at is null
    where l.company_id = ${companyId} and l.product_id = any (${[...ids]}::integer[])
    group by l.product_id`.execute(db);
  return new Map(rows.map(({ id, ...usage }) => [id, usage]));
}

/** Finds the products that are on a quotation. */
export async function quotedAmong(
  db: Db,
  { companyId }: Tenant,
  ids: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select p.id from unnest(${[...ids]}::integer[]) p (id)
    where exists (select from quote_lines l
      where l.company_id = ${companyId} and l.product_id = p.id)`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** A product that is on no line has no row. */
export function usageOf(usages: Map<number, ProductUsage>, id: number): ProductUsage {
  return usages.get(id) ?? unused;
}

/** Whether any of the products is on a line of the quotation that the column names. */
export function hasProduct(quote: "t.id" | "t.quote_id", productIds: readonly number[]) {
  return sql<boolean>`${sql.ref(quote)} = any (array(select l.quote_id
    from unnest(${[...new Set(productIds)]}::integer[]) p (id) cross join lateral (
      select quote_id from quote_lines
      where company_id = (select nullif(current_setting('app.company_id', true), '')::int)
        and product_id = p.id offset 0) l))`;
}
