import { type Kysely, sql } from "kysely";

/**
 * Two SKUs are one whatever their case by Unicode, not by the server's locale
 * (docs/decisions/0065).
 */
// deno-lint-ignore no-explicit-any
export async function up(db: Kysely<any>): Promise<void> {
  await sql.raw("drop index products_sku").execute(db);
  await asEachCompany(db, separate);
  await sql.raw(index).execute(db);
}

/** As lib/sales/products/product_file.ts compares them. */
const folded = (sku: string) => `lower(${sku} collate "und-x-icu") collate "C"`;

/** A cluster of locale `C` took Ñ-1 and ñ-1 for two: the later one gets its id behind. */
const separate = `update products p
  set sku = left(p.sku, 59 - length(p.id::text)) || '~' || p.id, version = version + 1,
    updated_at = now()
  from (
    select company_id, id,
      row_number() over (partition by company_id, ${folded("sku")} order by id) as place
    from products where sku is not null and deleted_at is null
  ) one
  where one.place > 1 and p.company_id = one.company_id and p.id = one.id`;

const index = `create unique index products_sku on products (company_id, (${folded("sku")}))
  where sku is not null and deleted_at is null`;

/** As in 0011: forced row-level security holds for the owner too. */
// deno-lint-ignore no-explicit-any
async function asEachCompany(db: Kysely<any>, statement: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from companies`.execute(db);
  for (const { id } of rows) {
    await sql`select set_config('role', 'relevo_tenant', true),
                     set_config('app.company_id', ${String(id)}, true)`.execute(db);
    await sql.raw(statement).execute(db);
  }
  await sql`select set_config('role', 'none', true), set_config('app.company_id', '', true)`
    .execute(db);
}
