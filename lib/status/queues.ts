import { type RawBuilder, sql } from "kysely";
import type { BareTrx } from "@/lib/db/connection.ts";
import { maxAttempts } from "@/lib/notify/callbacks/retry_schedule.ts";
import type { OwedKind, OwedStatus, ReceiverStatus } from "@/lib/status/status.ts";

/** Rows that are counted at most, of each queue. */
const most = 100_000;
/** Callbacks of a receiver, and deliveries of a company, that tell whether it fails. */
const sample = 50;
const deliveries = 500;
const failures = 3;
/** A callback is given up 76 hours after its first attempt. */
const longestLife = "5 days";

export const owedKinds: OwedKind[] = ["callback", "push", "message", "mail", "due"];

/** What waits, and what was given up within a day. As the worker. */
export async function readQueues(trx: BareTrx, now: Date): Promise<OwedStatus[]> {
  const { rows } = await sql<OwedStatus>`
    with recursive ${queuesOf("callback")}, ${queuesOf("push")}, ${queuesOf("due")},
    waiting as (
      ${waitingIn("callback")}
      union all ${waitingIn("push")}
      union all ${waitingIn("due")}
      union all
      select case a.kind when 'email' then 'mail' else 'message' end, o.n, o.due_at
      from channel_accounts a
      cross join lateral (
        select count(*) as n, min(due_at) as due_at
        from (${messagesOf("queued")} union all ${messagesOf("sending")}) o
      ) o
    ), lost as (
      select 'callback' as kind, count(*) as n from (${lostCallbacks(now)}) c
      union all
      select 'push', sum(n) from (
        select n from given_up_pushes
        where at > ${now}::timestamptz - interval '1 day' order by at desc limit ${most}
      ) p
      union all
      select 'due', count(*) from (
        select from due_times
        where outcome = 'failed' and done_at > ${now}::timestamptz - interval '1 day' limit ${most}
      ) d
      union all
      select case a.kind when 'email' then 'mail' else 'message' end, count(*) from (
        select company_id, account_id from outbox
        where state = 'failed' and state_at > ${now}::timestamptz - interval '1 day' limit ${most}
      ) o
      join channel_accounts a on a.company_id = o.company_id and a.id = o.account_id
      group by 1
    )
    select k.kind,
      (select coalesce(sum(n), 0)::int from waiting w where w.kind = k.kind) as count,
      (select min(due_at) from waiting w where w.kind = k.kind and due_at <= ${now})
        as "oldestDueAt",
      (select coalesce(sum(n), 0)::int from lost l where l.kind = k.kind) as "givenUp"
    from unnest(${owedKinds}::text[]) with ordinality k (kind, place) order by place`.execute(trx);
  return rows;
}

const queues = {
  callback: { table: sql.table("callbacks"), isPending: sql`status = 'pending'` },
  push: { table: sql.table("push_jobs"), isPending: sql`true` },
  due: { table: sql.table("due_times"), isPending: sql`due_at is not null` },
  message: {
    table: sql.table("outbox"),
    isPending: sql`state in ('queued', 'sending') and due_at is not null`,
  },
};
type Queue = keyof typeof queues;

const nameOf = (queue: Queue) => sql.ref(`${queue}_queues`);

/** Companies and hosts of a queue, found by one index step each. */
function queuesOf(queue: Queue): RawBuilder<unknown> {
  const { table, isPending } = queues[queue];
  return sql`${nameOf(queue)} as (
    (select company_id, host from ${table} where ${isPending} order by company_id, host limit 1)
    union all
    select n.company_id, n.host from ${nameOf(queue)} q cross join lateral (
      select company_id, host from ${table}
      where (company_id, host) > (q.company_id, q.host) and ${isPending}
      order by company_id, host limit 1
    ) n
  )`;
}

/** How many wait in each, and when the first is due. */
function waitingIn(queue: Exclude<Queue, "message">): RawBuilder<unknown> {
  const { table, isPending } = queues[queue];
  return sql`
    select ${sql.lit(queue)} as kind, w.n, w.due_at from ${nameOf(queue)} q cross join lateral (
      select count(*) as n, min(due_at) as due_at from (
        select due_at from ${table}
        where company_id = q.company_id and host = q.host and ${isPending}
        order by due_at limit ${most}
      ) w
    ) w`;
}

function messagesOf(state: "queued" | "sending"): RawBuilder<unknown> {
  return sql`(
    select due_at from outbox
    where company_id = a.company_id and account_id = a.id and state = ${
    sql.lit(state)
  } limit ${most}
  )`;
}

function lostCallbacks(now: Date): RawBuilder<unknown> {
  return sql`
    select from (
      select company_id, response_id from callbacks
      where status = 'failed'
        and created_at > ${now}::timestamptz - ${longestLife}::interval
      order by created_at desc limit ${most / 10}
    ) c cross join lateral (
      select started_at from callback_attempts
      where company_id = c.company_id and response_id = c.response_id
      order by number desc limit 1
    ) a
    where a.started_at > ${now}::timestamptz - interval '1 day'`;
}

/** Receivers whose last attempts failed, the longest first. As the worker. */
export async function readReceivers(trx: BareTrx, now: Date): Promise<ReceiverStatus[]> {
  const { rows } = await sql<ReceiverStatus>`
    with recursive ${queuesOf("callback")}, ${queuesOf("push")}, ${queuesOf("message")},
    ${failingCallbacks(now)}
    select f.kind, f.company_id as "companyId", c.name as company, f.host, f.since
    from (
      select 'callback' as kind, company_id, host, since from failing_callbacks
      union all
      select 'push', q.company_id, q.host, min(n.created_at)
      from push_queues q cross join lateral (
        select notification_id, attempts, ends_at from push_jobs
        where company_id = q.company_id and host = q.host
        order by due_at desc limit ${sample}
      ) j
      join notifications n on n.company_id = q.company_id and n.id = j.notification_id
      where j.attempts >= ${failures} and j.ends_at > ${now} group by q.company_id, q.host
      union all
      select case a.kind when 'email' then 'mail' else 'message' end, q.company_id, q.host,
        min(o.created_at)
      from message_queues q cross join lateral (
        select account_id, created_at, attempts - schedule_start as attempts from outbox
        where company_id = q.company_id and host = q.host
          and state in ('queued', 'sending') and due_at is not null
        order by due_at desc limit ${sample}
      ) o
      join channel_accounts a on a.company_id = q.company_id and a.id = o.account_id
      where o.attempts >= ${failures} group by 1, q.company_id, q.host
    ) f join companies c on c.id = f.company_id
    order by f.since, f.kind, f.company_id, f.host limit 200`.execute(trx);
  return rows;
}

/**
 * What waits for its next attempt is due last, and what was given up has an index of its own. A
 * delivery since then, among the company's newest, says that the receiver works again.
 */
function failingCallbacks(now: Date): RawBuilder<unknown> {
  return sql`tried as materialized (
    select q.company_id, q.host, p.response_id from callback_queues q cross join lateral (
      select response_id, attempts, schedule_start from callbacks
      where company_id = q.company_id and host = q.host and status = 'pending'
      order by due_at desc limit ${sample}
    ) p where p.attempts > p.schedule_start
    union all
    select company_id, host, response_id from (
      select company_id, host, response_id from callbacks
      where status = 'failed'
        and created_at > ${now}::timestamptz - ${longestLife}::interval
      order by created_at desc limit ${deliveries}
    ) lost
  ), attempted as (
    select t.company_id, t.host, a.started_at,
      coalesce(a.status between 200 and 299, false) as is_good,
      row_number() over (partition by t.company_id, t.host order by a.started_at desc) as number
    from tried t cross join lateral (
      select started_at, status from callback_attempts
      where company_id = t.company_id and response_id = t.response_id
      order by number desc limit ${maxAttempts}
    ) a
  ), candidates as (
    select company_id, host, min(started_at) as since,
      min(started_at) filter (where number <= ${failures}) as third,
      max(started_at) as last
    from attempted group by company_id, host
    having count(*) >= ${failures} and not bool_or(is_good and number <= ${failures})
  ), failing_callbacks as (
    select k.company_id, k.host, greatest(k.since, last_good.at) as since
    from candidates k cross join lateral (
      select max(delivered_at) as at from (
        select host, delivered_at from callbacks
        where company_id = k.company_id and status = 'delivered'
        order by created_at desc limit ${deliveries}
      ) d where d.host = k.host
    ) last_good
    where k.last > ${now}::timestamptz - interval '3 days'
      and (last_good.at is null or last_good.at < k.third)
  )`;
}
