import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { labelOf } from "@/lib/records/noun_sql.ts";
import { nouns } from "@/lib/records/nouns.ts";
import { problem } from "@/lib/input/errors.ts";

// Quotations and sales of an opportunity. Raw SQL, because this folder may not import lib/sales.

/** The opportunity's active sale; its `name` is the sale's number. */
export async function activeSale(db: Db, tenant: Tenant, opportunityId: number) {
  return (await activeSales(db, tenant, [opportunityId])).get(opportunityId);
}

/** The newest active sale of those opportunities that have one. */
export async function activeSales(
  db: Db,
  { companyId }: Tenant,
  opportunityIds: readonly number[],
): Promise<Map<number, { id: number; name: string }>> {
  const { rows } = await sql<{ of: number; id: number; name: string }>`
    select distinct on (opportunity_id) opportunity_id as of, id, ${labelOf("sale", "s")} as name
    from ${sql.table(nouns.sale.table)} s
    where company_id = ${companyId} and opportunity_id = any (${[...opportunityIds]}::integer[])
      and status = 'active' and deleted_at is null
    order by opportunity_id, id desc`.execute(db);
  return new Map(rows.map(({ of, ...sale }) => [of, sale]));
}

/** @throws Problem has_sale, naming the active sale */
export async function refuseIfSold(db: Db, tenant: Tenant, opportunityId: number) {
  const sale = await activeSale(db, tenant, opportunityId);
  if (sale) throw problem("has_sale", { details: { sale } });
}

/** @throws Problem in_use: a quotation fixes the opportunity's client */
export async function refuseIfQuoted(db: Db, tenant: Tenant, opportunityId: number) {
  if (await newestQuote(db, tenant, opportunityId)) throw problem("in_use");
}

/** Net total of the newest quotation; 0 without one. */
export async function quotedAmount(db: Db, tenant: Tenant, opportunityId: number) {
  return (await newestQuote(db, tenant, opportunityId))?.net_total ?? 0;
}

async function newestQuote(db: Db, tenant: Tenant, opportunityId: number) {
  return (await newestQuotes(db, tenant, [opportunityId])).get(opportunityId);
}

/** The newest quotations by opportunity; those without one are left out. */
export async function newestQuotes(
  db: Db,
  { companyId }: Tenant,
  opportunityIds: readonly number[],
): Promise<Map<number, { net_total: number }>> {
  const { rows } = await sql<{ of: number; net_total: number }>`
    select distinct on (opportunity_id) opportunity_id as of, net_total
    from ${sql.table(nouns.quote.table)}
    where company_id = ${companyId} and opportunity_id = any (${[...opportunityIds]}::integer[])
      and deleted_at is null
    order by opportunity_id, id desc`.execute(db);
  return new Map(rows.map(({ of, net_total }) => [of, { net_total }]));
}
