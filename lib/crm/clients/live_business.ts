import { sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import { labelOf } from "@/lib/records/noun_sql.ts";
import { nouns } from "@/lib/records/nouns.ts";

/** Records listed per kind; the count covers all. */
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
export async function refuseIfBusy(trx: Trx, tenant: Tenant, clientId: number) {
  const details = (await liveBusiness(trx, tenant, [clientId])).get(clientId);
  if (details) throw problem("in_use", { details });
}

/** The details of those clients that have any. */
export async function liveBusiness(trx: Trx, { companyId }: Tenant, clientIds: readonly number[]) {
  const { opportunity, quote, sale, task } = nouns;
  const theirs = (alias: string) =>
    sql`${sql.ref(`${alias}.company_id`)} = ${companyId}
      and ${sql.ref(`${alias}.client_id`)} = any (${[...clientIds]}::integer[]) and ${
      sql.ref(`${alias}.deleted_at`)
    } is null`;
  const { rows } = await sql<Business & { client_id: number }>`
    with busy as (
      select o.client_id, ${sql.lit("opportunity")} as type, o.id,
        ${labelOf("opportunity", "o")} as name
      from ${sql.table(opportunity.table)} o where ${theirs("o")} and o.status = 'open'
      union all
      select q.client_id, ${sql.lit("quote")}, q.id, ${labelOf("quote", "q")}
      from ${sql.table(quote.table)} q
      join ${sql.table(opportunity.table)} o
        on o.company_id = q.company_id and o.id = ${sql.ref(`q.${opportunity.key}`)}
      where ${theirs("q")} and q.status in ('draft', 'sent', 'approved')
        and o.status = 'open' and o.deleted_at is null
      union all
      select s.client_id, ${sql.lit("sale")}, s.id, ${labelOf("sale", "s")}
      from ${sql.table(sale.table)} s
      where ${theirs("s")} and s.status = 'active' and exists (
        select from ${sql.table(task.table)} t
        where t.company_id = s.company_id and ${sql.ref(`t.${sale.key}`)} = s.id
          and t.kind = 'delivery' and t.status <> 'done' and t.deleted_at is null)
    ), counted as (
      select *, count(*) over (partition by client_id, type) as total,
        row_number() over (partition by client_id, type order by id desc) as nth
      from busy
    )
    select client_id, type, max(total)::int as count,
      json_agg(json_build_object('id', id, 'name', name) order by id desc) as records
    from counted where nth <= ${named} group by client_id, type`.execute(trx);
  const byClient = Map.groupBy(rows, ({ client_id }) => client_id);
  return new Map(
    [...byClient].map(([id, business]) => [
      id,
      Object.fromEntries(
        business.map(({ type, count, records }) => [nouns[type].table, { count, records }]),
      ),
    ]),
  );
}
