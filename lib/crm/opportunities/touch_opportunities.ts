import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import { hasKey, idRows, lookUp } from "@/lib/db/keys.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

/** Touches them in id order, so that two calls cannot deadlock. */
export async function touchOpportunities(
  trx: Trx,
  { companyId }: Tenant,
  ids: readonly (number | null)[],
) {
  const opportunityIds = [...new Set(ids.filter((id) => id !== null))];
  if (opportunityIds.length === 0) return;
  await sql`
    with locked as materialized (
      select o.id from ${idRows(opportunityIds, "int")} k cross join ${
    lookUp(sql`select id from opportunities where company_id = ${companyId} and id = k.id
      for no key update`)
  } o
    )
    update opportunities o set last_activity_at = now() from locked
    where o.company_id = ${companyId} and ${hasKey(["o.id"], ["locked.id"])}`.execute(trx);
}
