import { type RawBuilder, sql } from "kysely";
import type { BareTrx } from "@/lib/db/connection.ts";
import { hasOld, perStep } from "@/lib/db/remove_old.ts";
import type { Tenant } from "@/lib/db/transaction.ts";

const leastDays = 7; // an idempotency key holds for at least this long

const tooOld = (days: number) =>
  sql`now() - make_interval(days => ${sql.lit(Math.max(days, leastDays))})`;

export function hasOldNotifications(days: number): RawBuilder<boolean> {
  return hasOld({ table: "notifications", column: "created_at", before: tooOld(days) });
}

/**
 * Removes the company's oldest notifications after `place`, with their answers, callbacks and
 * pushes; one whose callback is pending stays. @returns the next place, if there may be more
 */
export async function removeOldNotifications(
  trx: BareTrx,
  { companyId }: Tenant,
  place: string | null,
  days: number,
): Promise<string | null> {
  const [at, id] = place?.split(" ") ?? [];
  const after = place === null
    ? sql`true`
    : sql`(n.created_at, n.id) > (${at}::timestamptz, ${id}::uuid)`;
  // The orders leave the planner one index each, whatever it believes in.
  const { rows } = await sql<{ count: number; place: string | null }>`
    with old as materialized (
      select n.id, n.created_at, exists (
        select from responses r cross join lateral (
          select from callbacks c where c.company_id = r.company_id and c.response_id = r.id
            and c.status = 'pending' offset 0) owed
        where r.company_id = n.company_id and r.notification_id = n.id
        order by r.user_id offset 0) as is_owed
      from notifications n
      where n.company_id = ${companyId} and ${after}
        and n.created_at < ${tooOld(days)}
      order by n.created_at, n.id limit ${sql.lit(perStep)}
    ), removed as (
      delete from notifications
      where id = any (array(select id from old where not is_owed)) and company_id = ${companyId}
    )
    select count(*)::int as count,
      (array_agg(to_json(created_at) #>> '{}' || ' ' || id order by created_at desc, id desc))[1]
        as place
    from old`.execute(trx);
  const { count, place: last } = rows[0]!;
  return count < perStep ? null : last;
}
