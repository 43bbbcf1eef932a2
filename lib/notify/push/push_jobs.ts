import { sql } from "kysely";
import { executeWithCommit } from "@/lib/db/pool/departure.ts";
import type { BareTrx, Db } from "@/lib/db/connection.ts";
import { removeOld } from "@/lib/db/remove_old.ts";
import { asWorker, type Tenant } from "@/lib/db/transaction.ts";
import { lockAttention } from "@/lib/notify/attention/attention.ts";
import { isUnread } from "@/lib/notify/inbox/unread.ts";
import type { DueWork, FoundDue, Wanted } from "@/lib/outbound/deliveries.ts";
import { type DueTable, findDueIn, freeLeases } from "@/lib/outbound/find_due.ts";
import type { PushContent } from "@/lib/notify/push/payload.ts";
import type { Quiet } from "@/lib/values/quiet_hours.ts";
import type { Verdict } from "@/lib/notify/push/push_schedule.ts";

/** Longer than the longest attempt (20 s with a shorter second one) and storing its result. */
const lease = "45 seconds";
// The queue's clock may run ahead of the database's.
const early = "1 second";

/** A badge shows no more. */
const mostUnread = 100;

export interface Pending extends Omit<PushContent, "publicUrl" | "deviceId"> {
  id: string;
  lease: string;
  attempts: number;
  endsAt: Date;
  endpoint: string;
  p256dh: Uint8Array;
  auth: Uint8Array;
  /** The user's newest pairing with the subscription; null where there is none any more. */
  deviceId: string | null;
  /** False once it is answered, read, dismissed, replaced, cancelled, expired or snoozed. */
  isWanted: boolean;
  /** True for a member's own phone. */
  isMember: boolean;
  quiet: Quiet | null;
  muted: string[] | null;
}

export interface Finished {
  pending: Pending;
  verdict: Verdict;
  outcome?: string | number;
}

/** Leases what is due and free. `holder` gets its own leases again, as an answer may be lost. */
export function leaseJobs(db: Db, ids: string[], holder: string): Promise<Pending[]> {
  return asWorker(db, async (trx) => {
    const { rows } = await executeWithCommit(
      trx,
      sql<Pending>`
      with due as (
        select id from push_jobs
        where id = any(${ids}::uuid[]) and due_at <= now() + ${early}::interval
          and (leased_until is null or leased_until < now() or lease = ${holder}::uuid)
        order by id for update skip locked
      ), leased as (
        update push_jobs j set lease = ${holder}::uuid, leased_until = now() + ${lease}::interval
        from due where j.id = due.id
        returning j.*
      )
      select j.id, j.lease, j.attempts, j.ends_at as "endsAt",
        j.company_id as "companyId", c.name as company, j.user_id as "userId", c.language,
        exists (
          select from devices o
          where o.company_id = j.company_id and o.push_subscription_id = j.subscription_id
            and o.user_id <> j.user_id and o.revoked_at is null
        ) as "isShared",
        s.endpoint, s.p256dh, s.auth, d.id as "deviceId",
        n.id as "notificationId", n.internal, n.title, n.body, n.type, n.priority, n.sender, n.tag,
        n.actions, n.allow_reply as "allowReply", n.created_at as "createdAt",
        n.expires_at as "expiresAt", j.reason, j.held as count, r.reminded,
        d.member_id is not null as "isMember", a.quiet, a.muted,
        j.reason = 'summary' or j.ends_at > now()
          and (r.snoozed_until is null or r.snoozed_until <= now())
          and case j.reason when 'sent' then ${isUnread("r")}
            else r.status not in ('replaced', 'cancelled') and r.answered_at is null
              and r.answered_by is null and (r.read_at is null or j.reason = 'snooze')
            end as "isWanted",
        (select count(*) from (
          select from notification_recipients u
          where u.company_id = j.company_id and u.user_id = j.user_id
            and (not u.internal or d.member_id is not null) and ${isUnread("u")}
          limit ${mostUnread}
        ) unread) as unread
      from leased j
      join companies c on c.id = j.company_id
      join notifications n on n.company_id = j.company_id and n.id = j.notification_id
      join notification_recipients r on r.company_id = j.company_id
        and r.notification_id = j.notification_id and r.user_id = j.user_id
      join push_subscriptions s on s.company_id = j.company_id and s.id = j.subscription_id
      left join lateral (
        select d.id, d.member_id from devices d
        where d.company_id = j.company_id and d.push_subscription_id = j.subscription_id
          and d.user_id = j.user_id and d.revoked_at is null
          and (not n.internal or d.member_id is not null)
        order by d.created_at desc, d.id limit 1
      ) d on true
      left join attention a on a.company_id = j.company_id and a.user_id = j.user_id
        and a.is_member = (d.member_id is not null)`,
    );
    return rows;
  });
}

/**
 * Stores attempts, except of jobs that another process leased. A recipient is `sent` once a service
 * accepted, `failed` when its last job was refused. @returns summaries that are due later
 */
export async function finishJobs(db: Db, finished: Finished[]): Promise<FoundDue[]> {
  const refused = finished.filter(({ verdict: { kind } }) => kind === "refused" || kind === "gone");
  const heldBack = finished.filter(({ verdict: { kind } }) => kind === "held");
  const others = finished.filter((one) => !refused.includes(one) && !heldBack.includes(one));
  return await asWorker(db, async (trx) => {
    await lockAttention(trx, heldBack.map(({ pending }) => pending));
    if (others.length > 0) await storeOthers(trx, others);
    if (refused.length > 0) await storeRefused(trx, refused);
    return heldBack.length > 0 ? await hold(trx, heldBack) : [];
  });
}

/** Until their summary is due: at once where the quiet hours have changed since they were read. */
async function hold(trx: BareTrx, finished: Finished[]): Promise<FoundDue[]> {
  const rows = finished.map(({ pending, verdict }) => ({
    id: pending.id,
    lease: pending.lease,
    is_member: pending.isMember,
    until: verdict.kind === "held" ? verdict.until : null,
    quiet: pending.quiet,
  }));
  const { rows: summaries } = await sql<FoundDue>`
    with given as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as g(id uuid, lease uuid, is_member boolean, until timestamptz, quiet jsonb)
    ), held as (
      update push_jobs j set due_at = j.ends_at, held_by_member = g.is_member,
        lease = null, leased_until = null
      from given g where j.id = g.id and j.lease = g.lease
      returning j.company_id, j.user_id, g.is_member, g.until, g.quiet
    )
    insert into due_times (id, company_id, kind, user_id, is_member, at, due_at)
    select gen_random_uuid(), company_id, 'summary', user_id, is_member, min(at), min(at)
    from (
      select h.*, case when a.quiet::jsonb = h.quiet then h.until else now() end as at
      from held h left join attention a using (company_id, user_id, is_member)
    ) h
    group by company_id, user_id, is_member
    -- waits for one that is acting, and stands in for it once it is gone
    on conflict (company_id, user_id, is_member) where kind = 'summary'
      do update set at = least(due_times.at, excluded.at),
        due_at = least(due_times.due_at, excluded.due_at)
    returning id, company_id as "companyId", host,
      greatest(0, extract(epoch from at - now()) * 1000)::float8 as "delayMs"`.execute(trx);
  return summaries;
}

async function storeOthers(trx: BareTrx, finished: Finished[]): Promise<void> {
  const rows = finished.map(({ pending, verdict }) => ({
    id: pending.id,
    lease: pending.lease,
    accepted: verdict.kind === "accepted",
    delay_ms: verdict.kind === "later" ? verdict.delayMs : null,
  }));
  await sql`
    with done as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as d(id uuid, lease uuid, accepted boolean, delay_ms float8)
    ), later as (
      update push_jobs j set attempts = attempts + 1, lease = null, leased_until = null,
        due_at = now() + d.delay_ms * interval '1 millisecond'
      from done d where j.id = d.id and j.lease = d.lease and d.delay_ms is not null
    ), over as (
      delete from push_jobs j using done d
      where j.id = d.id and j.lease = d.lease and d.delay_ms is null
      returning j.company_id, j.notification_id, j.user_id, d.accepted
    ), locked as (
      select r.company_id, r.notification_id, r.user_id
      from notification_recipients r join over using (company_id, notification_id, user_id)
      where over.accepted and r.status = 'queued'
      order by 1, 2, 3 for update of r
    )
    update notification_recipients r set status = 'sent' from locked l
    where r.company_id = l.company_id and r.notification_id = l.notification_id
      and r.user_id = l.user_id and r.status = 'queued'`.execute(trx);
}

/** Removes subscriptions that are gone, with their jobs, in every company that has the endpoint. */
async function storeRefused(trx: BareTrx, finished: Finished[]): Promise<void> {
  const jobs = JSON.stringify(
    finished.map(({ pending }) => ({ id: pending.id, lease: pending.lease })),
  );
  const gone = finished.filter(({ verdict }) => verdict.kind === "gone")
    .map(({ pending }) => pending.endpoint);
  const refused = sql`
    select j.id, j.company_id, j.notification_id, j.user_id from push_jobs j
    join json_to_recordset(${jobs}::json) as d(id uuid, lease uuid)
      on j.id = d.id and j.lease = d.lease
    union
    select j.id, j.company_id, j.notification_id, j.user_id from push_jobs j
    join push_subscriptions s on s.company_id = j.company_id and s.id = j.subscription_id
    where s.endpoint = any(${gone}::text[])`;
  // Of two jobs that are refused at once, the second then finds that it is the last.
  const { rows: recipients } = await sql`
    select r.company_id, r.notification_id, r.user_id from notification_recipients r
    where (r.company_id, r.notification_id, r.user_id) in
      (select company_id, notification_id, user_id from (${refused}) j)
    order by 1, 2, 3 for update`.execute(trx);
  await sql`delete from push_jobs where id in (select id from (${refused}) j)`.execute(trx);
  await sql`
    update notification_recipients r set status = 'failed'
    from json_to_recordset(${JSON.stringify(recipients)}::json)
      as l(company_id int, notification_id uuid, user_id text)
    where r.company_id = l.company_id and r.notification_id = l.notification_id
      and r.user_id = l.user_id and r.status = 'queued'
      and not exists (
        select from push_jobs j where j.company_id = r.company_id
          and j.notification_id = r.notification_id and j.user_id = r.user_id)`.execute(trx);
  if (gone.length === 0) return;
  await trx.deleteFrom("push_subscriptions").where("endpoint", "in", gone).execute();
}

export async function returnLeases(db: Db, pending: Pending[]): Promise<void> {
  if (pending.length === 0) return;
  await asWorker(db, (trx) =>
    trx.updateTable("push_jobs").set({ lease: null, leased_until: null })
      .where("id", "in", pending.map(({ id }) => id))
      .where("lease", "in", pending.map((one) => one.lease)).execute());
}

const dueTable: DueTable = { table: "push_jobs", id: "id", isPending: sql`true` };

export function findDue(db: Db, wanted: Wanted): Promise<DueWork> {
  return findDueIn(db, dueTable, wanted);
}

export function freeJobs(db: Db, holders: string[]): Promise<number> {
  return asWorker(db, (trx) => freeLeases(trx, dueTable, holders));
}

/** Removes jobs whose notification ended while push was off. @returns whether there may be more */
export function removeOverJobs(trx: BareTrx, { companyId }: Tenant): Promise<boolean> {
  return removeOld(trx, { table: "push_jobs", column: "ends_at", before: sql`now()`, companyId });
}
