import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { labelOf } from "@/lib/records/noun_sql.ts";
import { nouns } from "@/lib/records/nouns.ts";
import { problem } from "@/lib/input/errors.ts";

// Quotations and sales of an opportunity. Raw SQL, because this folder may not import lib/sales.

/** Its `name` is the sale's number. */
export async function activeSale(db: Db, { companyId }: Tenant, opportunityId: number) {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, ${labelOf("sale", "s")} as name from ${sql.table(nouns.sale.table)} s
    where company_id = ${companyId} and opportunity_id = ${opportunityId}
      and status = 'active' and deleted_at is null
    order by id desc limit 1`.execute(db);
  return rows[0];
}

/** @throws Problem has_sale, naming the active sale */
export async function refuseIfSold(db: Db, { companyId }: Tenant, opportunityId: number) {
  const sale = await activeSale(db, { companyId }, opportunityId);
  if (sale) throw problem("has_sale", { details: { sale } });
}

/** @throws Problem in_use: a quotation fixes the opportunity's client */
export async function refuseIfQuoted(db: Db, { companyId }: Tenant, opportunityId: number) {
  if (await newestQuote(db, { companyId }, opportunityId)) throw problem("in_use");
}

/** Net total of the newest quotation; 0 without one. */
export async function quotedAmount(db: Db, { companyId }: Tenant, opportunityId: number) {
  return (await newestQuote(db, { companyId }, opportunityId))?.net_total ?? 0;
}

async function newestQuote(db: Db, { companyId }: Tenant, opportunityId: number) {
  const { rows } = await sql<{ net_total: number }>`
    select net_total from ${sql.table(nouns.quote.table)}
    where company_id = ${companyId} and opportunity_id = ${opportunityId} and deleted_at is null
    order by id desc limit 1`.execute(db);
  return rows[0];
}
