import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import { labelOf } from "@/lib/records/noun_sql.ts";
import { nouns } from "@/lib/records/nouns.ts";

/** Most records listed per kind; the count covers all. */
const named = 5;

interface Business {
  type: "opportunity" | "quote" | "sale";
  count: number;
  records: { id: number; name: string }[];
}

/**
 * Live business: open opportunities, undecided or unsold quotations, undelivered sales. The caller
 * holds the lock on the client, so new business waits.
 * @throws Problem in_use, with `details.opportunities`, `.quotes` and `.sales`
 */
export async function refuseIfBusy(trx: Trx, { companyId }: Tenant, clientId: number) {
  const { opportunity, quote, sale, task } = nouns;
  const mine = (alias: string) =>
    sql`${sql.ref(`${alias}.company_id`)} = ${companyId}
      and ${sql.ref(`${alias}.client_id`)} = ${clientId} and ${
      sql.ref(`${alias}.deleted_at`)
    } is null`;
  const { rows } = await sql<Business>`
    with busy as (
      select ${sql.lit("opportunity")} as type, o.id, ${labelOf("opportunity", "o")} as name
      from ${sql.table(opportunity.table)} o where ${mine("o")} and o.status = 'open'
      union all
      select ${sql.lit("quote")}, q.id, ${labelOf("quote", "q")}
      from ${sql.table(quote.table)} q
      join ${sql.table(opportunity.table)} o
        on o.company_id = q.company_id and o.id = ${sql.ref(`q.${opportunity.key}`)}
      where ${mine("q")} and q.status in ('draft', 'sent', 'approved')
        and o.status = 'open' and o.deleted_at is null
      union all
      select ${sql.lit("sale")}, s.id, ${labelOf("sale", "s")}
      from ${sql.table(sale.table)} s
      where ${mine("s")} and s.status = 'active' and exists (
        select from ${sql.table(task.table)} t
        where t.company_id = s.company_id and ${sql.ref(`t.${sale.key}`)} = s.id
          and t.kind = 'delivery' and t.status <> 'done' and t.deleted_at is null)
    ), counted as (
      select *, count(*) over (partition by type) as total,
        row_number() over (partition by type order by id desc) as place
      from busy
    )
    select type, max(total)::int as count,
      json_agg(json_build_object('id', id, 'name', name) order by id desc) as records
    from counted where place <= ${named} group by type`.execute(trx);
  if (rows.length === 0) return;
  const details = Object.fromEntries(
    rows.map(({ type, count, records }) => [nouns[type].table, { count, records }]),
  );
  throw problem("in_use", { details });
}
