import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { nouns } from "@/lib/records/nouns.ts";
import type { Workload } from "@/lib/figures/workload_record.ts";
import { currentTime } from "@/lib/tools/clock.ts";

/** Open work of each employee, zeros too; the last row is nobody's. One statement. */
export async function readWorkload(
  db: Db,
  { companyId }: Tenant,
  now = currentTime(),
): Promise<Workload[]> {
  const { rows } = await sql<Workload>`
    with open (kind, assignee_id, n) as (
      select kind, assignee_id, sum(n) from record_counts
      where company_id = ${companyId} and (
        kind = 'client'
        or (kind = 'contact' and status in ('new', 'read'))
        or (kind = 'opportunity' and status = 'open')
        or (kind = 'task' and status in ('pending', 'in_progress')))
      group by 1, 2
      union all
      select 'quote', o.assignee_id, count(*) from quotes q
      join opportunities o on o.company_id = q.company_id and o.id = q.opportunity_id
      where q.company_id = ${companyId} and q.deleted_at is null
        and q.status in ('draft', 'sent', 'approved')
      group by 2
      union all
      select 'event', assignee_id, count(*) from events
      where company_id = ${companyId} and deleted_at is null and ends_at > ${now}::timestamptz
      group by 2
    ), people (user_id) as (
      select user_id from user_companies where company_id = ${companyId} and disabled_at is null
      union all select null
    )
    select p.user_id, ${totals}
    from people p left join open on open.assignee_id is not distinct from p.user_id
    group by p.user_id order by p.user_id nulls last`.execute(db);
  return rows;
}

const kinds = ["contact", "client", "opportunity", "quote", "task", "event"] as const;

const totals = sql.join(
  kinds.map((kind) =>
    sql`coalesce(sum(n) filter (where kind = ${sql.lit(kind)}), 0)
      as ${sql.ref(nouns[kind].table)}`
  ),
);
