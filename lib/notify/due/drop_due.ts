import { sql } from "kysely";
import type { BareTrx } from "@/lib/db/connection.ts";

export interface Dropped {
  reminders: number;
  fallbacks: number;
}

/**
 * Ends reminders, escalations, snoozes, summaries and fallbacks that passed and were planned before
 * then; reminders that repeat have their next one. As the worker, in all companies.
 */
export async function dropDueTimes(trx: BareTrx, before: Date): Promise<Dropped> {
  const { rows } = await sql<{ kind: string; count: number }>`
    with over as materialized (
      update due_times d set outcome = 'not_needed', reached = 0, done_at = now(), due_at = null,
        lease = null, leased_until = null
      from notifications n
      where d.due_at <= now() and d.kind in ('remind', 'escalate', 'fallback')
        and n.company_id = d.company_id and n.id = d.notification_id and n.created_at < ${before}
      returning d.company_id, d.kind, d.notification_id, d.number, d.host, n.created_at,
        n.expires_at, (n.asks -> 'remind' ->> 'every')::float8 as every,
        (n.asks -> 'remind' ->> 'times')::int as times
    ), next as (
      select *, greatest(number,
        floor(extract(epoch from now() - created_at) / every)::int) + 1 as next_number
      from over where kind = 'remind'
    ), planned as (
      insert into due_times (id, company_id, kind, notification_id, number, at, due_at, host)
      select gen_random_uuid(), company_id, kind, notification_id, next_number,
        created_at + next_number * every * interval '1 second',
        created_at + next_number * every * interval '1 second', host
      from next
      where next_number <= times and (expires_at is null
        or created_at + next_number * every * interval '1 second' < expires_at)
      on conflict do nothing
    )
    select kind, count(*)::int as count from over group by kind`.execute(trx);
  const count = (isFallback: boolean) =>
    rows.filter(({ kind }) => (kind === "fallback") === isFallback)
      .reduce((sum, row) => sum + row.count, 0);
  return { reminders: count(false) + await dropQuietEnds(trx, before), fallbacks: count(true) };
}

async function dropQuietEnds(trx: BareTrx, before: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with over as (
      delete from due_times where due_at <= now()
        and (kind = 'summary' or kind = 'snooze' and id < ${firstIdAt(before)}::uuid)
      returning company_id, kind, user_id, is_member
    ), pushes as (
      delete from push_jobs j using over o
      where o.kind = 'summary' and j.company_id = o.company_id and j.user_id = o.user_id
        and j.held_by_member = o.is_member
    )
    select count(*)::int as count from over`.execute(trx);
  return rows[0]!.count;
}

export function firstIdAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Removes pushes of notifications that were sent before then. As the worker. @returns how many */
export async function dropPushes(trx: BareTrx, before: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from push_jobs j using notifications n
    where j.held_by_member is null and n.company_id = j.company_id and n.id = j.notification_id
      and n.created_at < ${before}`.execute(trx);
  return Number(numAffectedRows);
}
