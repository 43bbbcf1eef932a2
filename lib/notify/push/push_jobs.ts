import { type RawBuilder, sql } from "kysely";
import { executeWithCommit } from "@/lib/db/pool/departure.ts";
import type { BareTrx, Db } from "@/lib/db/connection.ts";
import { hasKey, keyRows, lookUp } from "@/lib/db/keys.ts";
import { hasOld, removeOld } from "@/lib/db/remove_old.ts";
import { asWorker, type Tenant } from "@/lib/db/transaction.ts";
import { lockAttention } from "@/lib/notify/attention/attention.ts";
import { isUnread } from "@/lib/notify/inbox/unread.ts";
import type { DueWork, FoundDue, Wanted } from "@/lib/outbound/deliveries.ts";
import {
  type DueTable,
  findDueIn,
  freeLeases,
  lockDue,
  returnLeasesIn,
} from "@/lib/outbound/find_due.ts";
import type { PushContent } from "@/lib/notify/push/payload.ts";
import type { Quiet } from "@/lib/values/quiet_hours.ts";
import { endOver, leaseColumns, noteGivenUp } from "@/lib/notify/push/given_up_pushes.ts";
import type { Verdict } from "@/lib/notify/push/push_schedule.ts";

/** Longer than the longest attempt (20 s with a shorter second one) and storing its result. */
const lease = "45 seconds";
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
      with due as materialized (${lockDue(dueTable, ids, holder)}), leased as (
        update push_jobs j set lease = ${holder}::uuid, leased_until = now() + ${lease}::interval
        from due where ${hasKey(["j.id"], ["due.id"])}
        returning j.*
      )
      select j.id, j.lease, j.attempts, j.ends_at as "endsAt",
        j.company_id as "companyId", c.name as company, j.user_id as "userId", c.language,
        exists (
          select from ${phonesOf("j")} o where o.user_id <> j.user_id and o.revoked_at is null
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
      cross join ${lookUp(sql`select * from companies where id = j.company_id`)} c
      cross join ${
        lookUp(sql`select * from notifications
          where company_id = j.company_id and id = j.notification_id`)
      } n
      cross join ${recipientOf("j")} r
      cross join ${
        lookUp(sql`select * from push_subscriptions
          where company_id = j.company_id and id = j.subscription_id`)
      } s
      left join lateral (
        select d.id, d.member_id from ${phonesOf("j")} d
        where d.user_id = j.user_id and d.revoked_at is null
          and (not n.internal or d.member_id is not null)
        order by d.created_at desc, d.id limit 1
      ) d on true
      left join ${
        lookUp(sql`select * from attention
          where company_id = j.company_id and user_id = j.user_id
            and is_member = (d.member_id is not null)`)
      } a on true`,
    );
    return rows;
  });
}

/** Condition that a recipient is that of a job. */
function isRecipient(recipient: string, job: string): RawBuilder<boolean> {
  const columns = (of: string) =>
    ["company_id", "notification_id", "user_id"].map((name) => `${of}.${name}`);
  return hasKey(columns(recipient), columns(job));
}

function recipientOf(job: string, lock = sql``): RawBuilder<unknown> {
  return lookUp(sql`select own.* from notification_recipients own
    where ${isRecipient("own", job)} ${lock}`);
}

/** Phones of the job's subscription. */
function phonesOf(job: string): RawBuilder<unknown> {
  return lookUp(sql`select * from devices
    where company_id = ${sql.ref(`${job}.company_id`)}
      and push_subscription_id = ${sql.ref(`${job}.subscription_id`)}`);
}

/**
 * Stores attempts, except of jobs that another process leased. A recipient is `sent` once a service
 * accepted, `failed` when its last job was refused. @returns summaries that are due later
 */
export async function finishJobs(db: Db, finished: Finished[]): Promise<FoundDue[]> {
  const refused = finished.filter(({ verdict: { kind } }) => kind === "refused" || kind === "gone");
  const heldBack = finished.filter(({ verdict: { kind } }) => kind === "held");
  const over = finished.filter(({ verdict: { kind } }) => kind === "over");
  const special = new Set([...refused, ...heldBack, ...over]);
  const others = finished.filter((one) => !special.has(one));
  return await asWorker(db, async (trx) => {
    await lockAttention(trx, heldBack.map(({ pending }) => pending));
    if (others.length > 0) await storeOthers(trx, others);
    if (over.length > 0) await endOver(trx, over.map(({ pending }) => pending));
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
      select * from ${keyRows(rows, heldColumns)} g
    ), held as (
      update push_jobs j set due_at = j.ends_at, held_by_member = g.is_member,
        lease = null, leased_until = null
      from given g where ${hasKey(["j.id"], ["g.id"])} and j.lease = g.lease
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

const heldColumns = {
  id: "uuid",
  lease: "uuid",
  is_member: "boolean",
  until: "timestamptz",
  quiet: "jsonb",
} as const;

async function storeOthers(trx: BareTrx, finished: Finished[]): Promise<void> {
  const rows = finished.map(({ pending, verdict }) => ({
    id: pending.id,
    lease: pending.lease,
    accepted: verdict.kind === "accepted",
    delay_ms: verdict.kind === "later" ? verdict.delayMs : null,
  }));
  await sql`
    with done as (
      select * from ${keyRows(rows, otherColumns)} d
    ), later as (
      update push_jobs j set attempts = attempts + 1, lease = null, leased_until = null,
        due_at = now() + d.delay_ms * interval '1 millisecond'
      from done d
      where ${hasKey(["j.id"], ["d.id"])} and j.lease = d.lease and d.delay_ms is not null
    ), over as (
      delete from push_jobs j using done d
      where ${hasKey(["j.id"], ["d.id"])} and j.lease = d.lease and d.delay_ms is null
      returning j.company_id, j.notification_id, j.user_id, d.accepted
    ), locked as materialized (
      select r.company_id, r.notification_id, r.user_id
      from (select * from over where accepted order by company_id, notification_id, user_id) k
      cross join ${recipientOf("k", sql`for update`)} r
      where r.status = 'queued'
    )
    update notification_recipients r set status = 'sent' from locked l
    where ${isRecipient("r", "l")} and r.status = 'queued'`
    .execute(trx);
}

const otherColumns = {
  id: "uuid",
  lease: "uuid",
  accepted: "boolean",
  delay_ms: "float8",
} as const;

/** Removes subscriptions that are gone, with their jobs, in every company that has the endpoint. */
async function storeRefused(trx: BareTrx, finished: Finished[]): Promise<void> {
  const jobs = finished.map(({ pending: { id, lease } }) => ({ id, lease }));
  const gone = finished.filter(({ verdict }) => verdict.kind === "gone")
    .map(({ pending: { endpoint } }) => ({ endpoint }));
  const refused = sql`
    refused as materialized (
      select j.id, j.company_id, j.notification_id, j.user_id
      from ${keyRows(jobs, leaseColumns)} k
      cross join ${lookUp(sql`select * from push_jobs where id = k.id`)} j
      where j.lease = k.lease
      union
      select j.id, j.company_id, j.notification_id, j.user_id
      from ${keyRows(gone, { endpoint: "text" })} k
      cross join ${lookUp(sql`select * from push_subscriptions where endpoint = k.endpoint`)} s
      cross join ${
    lookUp(sql`select own.* from push_jobs own
where own.subscription_id = s.id`)
  } j
    )`;
  // Of two jobs that are refused at once, the second then finds that it is the last.
  const { rows: recipients } = await sql<Recipient>`
    with ${refused}
    select r.company_id, r.notification_id, r.user_id
    from (select distinct company_id, notification_id, user_id from refused order by 1, 2, 3) k
    cross join ${recipientOf("k", sql`for update`)} r`.execute(trx);
  const { rows: ended } = await sql<{ id: string }>`
    with ${refused} delete from push_jobs j using refused k where ${hasKey(["j.id"], ["k.id"])}
    returning j.id`.execute(trx);
  const lost = new Set(
    finished.filter(({ verdict }) => verdict.kind === "refused").map(({ pending }) => pending.id),
  );
  await noteGivenUp(trx, ended.filter(({ id }) => lost.has(id)).length);
  await sql`
    update notification_recipients r set status = 'failed'
    from ${keyRows(recipients, { company_id: "int", notification_id: "uuid", user_id: "text" })} l
    where ${isRecipient("r", "l")} and r.status = 'queued'
      and not exists (
        select from push_jobs where notification_id = r.notification_id and user_id = r.user_id
        offset 0)`.execute(trx);
  if (gone.length === 0) return;
  await sql`
    delete from push_subscriptions s using ${keyRows(gone, { endpoint: "text" })} k
    where ${hasKey(["s.endpoint"], ["k.endpoint"])}`.execute(trx);
}

interface Recipient {
  company_id: number;
  notification_id: string;
  user_id: string;
}

export function returnLeases(db: Db, pending: Pending[]): Promise<void> {
  return returnLeasesIn(db, dueTable, pending);
}

const dueTable: DueTable = { table: "push_jobs", id: "id", isPending: sql`true` };

export function findDue(db: Db, wanted: Wanted): Promise<DueWork> {
  return findDueIn(db, dueTable, wanted);
}

export function freeJobs(db: Db, holders: string[]): Promise<number> {
  return asWorker(db, (trx) => freeLeases(trx, dueTable, holders));
}

/** Removes jobs whose notification ended while push was off. @returns whether there may be more */
const over = { table: "push_jobs", column: "ends_at", before: sql`now()` } as const;
export const hasOverJobs = hasOld(over);

export function removeOverJobs(trx: BareTrx, { companyId }: Tenant): Promise<boolean> {
  return removeOld(trx, { ...over, companyId });
}
