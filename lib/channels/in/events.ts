import { sql } from "kysely";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Automatic } from "@/lib/db/channels_schema.ts";
import { asWorker, type Tenant } from "@/lib/db/transaction.ts";

/** Raw messages received by channels, stored until they are read. */

const lease = "60 seconds";

interface EventName {
  accountId: number;
  externalId: string;
}

interface Delivered extends EventName {
  body: Uint8Array;
  direction?: "in" | "out";
  isQuiet?: boolean;
}

/** Waits for concurrent inserts of the same event. @returns ids in order, none for a repeat */
export async function storeEvents(
  trx: Trx,
  { companyId }: Tenant,
  delivered: readonly Delivered[],
): Promise<(number | undefined)[]> {
  if (delivered.length === 0) return [];
  const rows = delivered.map(({ accountId, externalId, body, direction = "in", isQuiet }) => ({
    company_id: companyId,
    account_id: accountId,
    external_id: externalId,
    body,
    size: body.length,
    direction,
    is_quiet: isQuiet ?? false,
  }));
  // In order of arrival, as ids give the reading order; a deadlock with another order is retried.
  const made = await trx.insertInto("channel_events").values(rows)
    .onConflict((on) => on.columns(["company_id", "account_id", "external_id"]).doNothing())
    .returning(["id", "account_id as accountId", "external_id as externalId"]).execute();
  const ids = new Map(made.map(({ id, ...event }) => [nameOf(event), id]));
  return delivered.map((event) => {
    const id = ids.get(nameOf(event));
    ids.delete(nameOf(event)); // the next of the same name is a repeat
    return id;
  });
}

/** Message and contact of each event that was stored before, in order. */
export async function findStored(
  trx: Trx,
  { companyId }: Tenant,
  events: readonly EventName[],
): Promise<{ messageId: number | null; contactId: number | null }[]> {
  if (events.length === 0) return [];
  const rows = await trx.selectFrom("channel_events")
    .select(["account_id as accountId", "external_id as externalId"])
    .select(["message_id as messageId", "contact_id as contactId"])
    .where("company_id", "=", companyId)
    .where("account_id", "in", [...new Set(events.map(({ accountId }) => accountId))])
    .where("external_id", "in", events.map(({ externalId }) => externalId)).execute();
  const found = new Map(rows.map((row) => [nameOf(row), row]));
  return events.map((event) => {
    const { messageId, contactId } = found.get(nameOf(event))!;
    return { messageId, contactId };
  });
}

function nameOf({ accountId, externalId }: EventName): string {
  return `${accountId}:${externalId}`;
}

export async function markRead(
  trx: Trx,
  { companyId }: Tenant,
  read: readonly { eventId: number; contactId: number; messageId: number }[],
): Promise<void> {
  if (read.length === 0) return;
  await sql`
    update channel_events e set state = 'read', contact_id = r."contactId",
      message_id = r."messageId", tried_at = now(), leased_until = null, problem = null,
      problem_text = null
    from json_to_recordset(${JSON.stringify(read)}::json)
      as r("eventId" int, "contactId" int, "messageId" int)
    where e.company_id = ${companyId} and e.id = r."eventId"`.execute(trx);
}

/** Marks the event of an automatic mail as read: it joins no conversation, but can be found. */
export async function markAutomatic(
  trx: Trx,
  { companyId }: Tenant,
  id: number,
  automatic: Automatic,
): Promise<void> {
  await trx.updateTable("channel_events").set({
    state: "read",
    automatic: JSON.stringify(automatic),
    tried_at: sql`now()`,
    leased_until: null,
    problem: null,
    problem_text: null,
  }).where("company_id", "=", companyId).where("id", "=", id).execute();
}

export interface Leased {
  id: number;
  companyId: number;
  accountId: number;
  kind: "email" | "whatsapp" | "program";
  externalId: string;
  body: Uint8Array;
  /** Attempts so far, including this one. */
  attempts: number;
  direction: "in" | "out";
  isQuiet: boolean;
  address: string | null;
  authservId: string | null;
}

const mostBytesAtOnce = 4_000_000;

/** Leases waiting events in order, up to 4 MB together. Those of paused accounts wait. */
export function leaseEvents(db: Db, ids: readonly number[]): Promise<Leased[]> {
  return asWorker(db, async (trx) => {
    const { rows } = await sql<Leased>`
      with due as (
        select e.id, e.account_id, e.size from channel_events e
        join channel_accounts a on a.company_id = e.company_id and a.id = e.account_id
        where e.id = any(${[...ids]}::int[]) and e.state = 'waiting' and e.body is not null
          and a.state <> 'paused' and (e.leased_until is null or e.leased_until < now())
        order by e.id for update of e skip locked
      ), chosen as (
        select id from (
          select id, size, sum(size) over (order by account_id, id) as upto from due) d
        where upto - size < ${mostBytesAtOnce}
      )
      update channel_events e set attempts = e.attempts + 1, tried_at = now(),
        leased_until = now() + ${lease}::interval
      from chosen, channel_accounts a
      where e.id = chosen.id and a.company_id = e.company_id and a.id = e.account_id
      returning e.id, e.company_id as "companyId", e.account_id as "accountId", a.kind,
        e.external_id as "externalId", e.body, e.attempts, e.direction, e.is_quiet as "isQuiet",
        a.address, a.settings ->> 'authserv_id' as "authservId"`.execute(trx);
    return rows.sort((a, b) => a.accountId - b.accountId || a.id - b.id);
  });
}

/** Consequence of a failed read: a retry after a delay, or a problem to show. */
export type Fate = { delayMs: number } | { problem: string; text: string };

/** Schedules a retry, or marks the event as a problem. */
export async function markUnread(
  db: Db,
  { id, companyId }: Pick<Leased, "id" | "companyId">,
  fate: Fate,
): Promise<void> {
  const values = "delayMs" in fate
    ? { due_at: sql<Date>`now() + ${fate.delayMs} * interval '1 millisecond'` }
    : { state: "problem" as const, problem: fate.problem, problem_text: fate.text.slice(0, 1000) };
  await asWorker(
    db,
    (trx) =>
      trx.updateTable("channel_events").set({ ...values, leased_until: null })
        .where("company_id", "=", companyId).where("id", "=", id).where("state", "=", "waiting")
        .execute(),
  );
}

const perCompany = 200;

/** Events to be read now, some of each company. `full`: a company may have more. One statement. */
export async function findWaiting(
  db: Db,
  only?: number,
): Promise<{ due: { id: number; companyId: number }[]; full: boolean }> {
  const { rows } = await asWorker(db, (trx) =>
    sql<{ id: number; companyId: number; n: number }>`
      select e.id, c.id as "companyId", row_number() over (partition by c.id) as n
      from companies c cross join lateral (
        select e.id from channel_events e
        join channel_accounts a on a.company_id = e.company_id and a.id = e.account_id
        where e.company_id = c.id and e.state = 'waiting' and a.state <> 'paused'
          and e.due_at <= now() and (e.leased_until is null or e.leased_until < now())
        order by e.account_id, e.id limit ${perCompany}
      ) e
      where ${only ?? null}::int is null or c.id = ${only ?? null}::int`.execute(trx));
  return {
    due: rows.map(({ id, companyId }) => ({ id, companyId })),
    full: rows.some(({ n }) => n === perCompany),
  };
}

const rawDays = 30;
const problemDays = 90;

/** Deletes bytes of read events after 30 days, problems and automatic mails after 90. */
export async function forgetOldEvents(db: Db): Promise<void> {
  await asWorker(db, async (trx) => {
    await sql`
      update channel_events set body = null
      where body is not null and state = 'read'
        and received_at < now() - make_interval(days => ${rawDays})
        and tried_at < now() - make_interval(days => ${rawDays})`.execute(trx);
    await sql`
      delete from channel_events
      where state = 'problem' and received_at < now() - make_interval(days => ${problemDays})`
      .execute(trx);
    await sql`
      update channel_events set automatic = null
      where automatic is not null and received_at < now() - make_interval(days => ${problemDays})`
      .execute(trx);
    // Pages only query the last hour of a channel's activities.
    await sql`delete from activities where channel_id is not null and at < now() - interval '1 day'`
      .execute(trx);
  });
}
