import { sql } from "kysely";
import { dueEvents } from "@/lib/crm/events/remind_events.ts";
import { isDue } from "@/lib/crm/morning/send_mornings.ts";
import type { BareTrx } from "@/lib/db/connection.ts";
import { firstIdAt } from "@/lib/notify/due/drop_due.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import { type PendingKind, pendingWords } from "@/lib/words/hold.ts";

export const pendingKinds = Object.keys(pendingWords) as PendingKind[];

/** What waits to leave, of one kind. */
export interface PendingWork {
  kind: PendingKind;
  count: number;
  /** How many of them waited already when the installation was held. */
  before: number;
  /** Since when the oldest waits. */
  oldest: Date;
}

/** What the installation would send now. As the worker. @param since the installation is held */
export async function countPending(
  trx: BareTrx,
  since: Date,
  now = currentTime(),
): Promise<PendingWork[]> {
  const { rows } = await sql<PendingWork>`
    select kind, count(*)::int as count, (count(*) filter (where is_before))::int as before,
      min(at) as oldest
    from (${pendingRows(since, now)}) p group by kind`.execute(trx);
  return pendingKinds.flatMap((kind) => rows.find((row) => row.kind === kind) ?? []);
}

/** Companies in which something waits whose rows the worker may not change. */
export async function findCompaniesWith(
  trx: BareTrx,
  kind: PendingKind,
  { before, now }: { before: Date; now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct company_id as id from (${pendingRows(before, now)}) p
    where kind = ${kind} and is_before order by id`.execute(trx);
  return rows.map(({ id }) => id);
}

function pendingRows(since: Date, now: Date) {
  return sql`
    select 'callback' as kind, company_id, created_at as at, created_at < ${since} as is_before
    from callbacks where status = 'pending'
    union all
    select case a.kind when 'email' then 'mail' when 'program' then 'program' else 'message' end,
      o.company_id, o.created_at, o.created_at < ${since}
    from outbox o
    join channel_accounts a on a.company_id = o.company_id and a.id = o.account_id
    where o.state in ('queued', 'sending')
    union all
    select 'quote', company_id, due_at, due_at < ${since}
    from quote_approvals where due_at <= ${now}
    union all
    select 'push', j.company_id, n.created_at, n.created_at < ${since}
    from push_jobs j
    join notifications n on n.company_id = j.company_id and n.id = j.notification_id
    where j.held_by_member is null and j.ends_at > ${now}
    union all
    select case d.kind when 'fallback' then 'fallback' else 'reminder' end, d.company_id, d.at,
      case d.kind when 'summary' then true when 'snooze' then d.id < ${firstIdAt(since)}::uuid
        else n.created_at < ${since} end
    from due_times d
    left join notifications n on n.company_id = d.company_id and n.id = d.notification_id
    where d.due_at <= ${now}
    union all
    select 'reminder', e.company_id, e.starts_at - make_interval(mins => lead),
      e.created_at < ${since}
    ${dueEvents(now)} and not exists (
      select from event_reminders r
      where r.company_id = e.company_id and r.event_id = e.id and r.starts_at = e.starts_at
        and r.minutes = lead)
    union all
    select 'reminder', company_id, due_at, created_at < ${since}
    from conversation_reminders where due_at <= ${now}
    union all
    select 'reminder', company_id, answer_due_at, answer_due_at < ${since}
    from contacts where answer_due_at <= ${now}
    union all
    select 'morning', m.company_id, date_trunc('day', ${now}::timestamptz), true
    from user_companies m join companies c on c.id = m.company_id where ${isDue(now)}`;
}
