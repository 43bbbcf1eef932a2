import { sql } from "kysely";
import type { BareTrx, Db, Trx } from "@/lib/db/connection.ts";
import type { Automatic, Lane } from "@/lib/db/tables/channels.ts";
import type { Filed } from "@/lib/channels/in/arrival.ts";
import { asOneRow, hasIdOf, keyRows, lookUp } from "@/lib/db/keys.ts";
import { asWorker, type Tenant } from "@/lib/db/transaction.ts";
import type { Language } from "@/lib/words/language.ts";
import { joined } from "@/lib/tools/joined.ts";
import type { AccountKind } from "@/lib/values/account_kinds.ts";

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
  lane?: Lane;
}

/** Waits for concurrent inserts of the same event. @returns ids in order, none for a repeat */
export async function storeEvents(
  trx: BareTrx,
  { companyId }: Tenant,
  delivered: readonly Delivered[],
): Promise<(number | undefined)[]> {
  if (delivered.length === 0) return [];
  const { all, places } = joined(delivered.map(({ body }) => body));
  // In order of arrival, as ids give the reading order; a deadlock with another order is retried.
  const { rows: newRows } = await sql<EventName & { id: number }>`
    insert into channel_events (company_id, account_id, external_id, body, size, direction,
      is_quiet, lane)
    select ${companyId}, e.account_id, e.external_id,
      substring(${all}::bytea from e.start + 1 for e.size), e.size, e.direction, e.is_quiet, e.lane
    from unnest(${delivered.map(({ accountId }) => accountId)}::int[], ${
    delivered.map(({ externalId }) => externalId)
  }::text[], ${places.map(({ start }) => start)}::int[], ${
    places.map(({ size }) => size)
  }::int[], ${delivered.map(({ direction = "in" }) => direction)}::text[], ${
    delivered.map(({ isQuiet = false }) => isQuiet)
  }::bool[], ${delivered.map(({ lane = 0 }) => lane)}::smallint[])
      with ordinality e(account_id, external_id, start, size, direction, is_quiet, lane, n)
    order by n
    on conflict (company_id, account_id, external_id) do nothing
    returning id, account_id as "accountId", external_id as "externalId"`.execute(trx);
  const ids = new Map(newRows.map(({ id, ...event }) => [nameOf(event), id]));
  return delivered.map((event) => {
    const id = ids.get(nameOf(event));
    ids.delete(nameOf(event)); // the next of the same name is a repeat
    return id;
  });
}

/** Message and contact of each event that was stored before, in order; of none once it is erased. */
export async function findStored(
  trx: Trx,
  { companyId }: Tenant,
  events: readonly EventName[],
): Promise<{ messageId: number | null; contactId: number | null }[]> {
  if (events.length === 0) return [];
  const { rows } = await sql<EventName & { messageId: number | null; contactId: number | null }>`
    select k."accountId", k."externalId", e.message_id as "messageId", e.contact_id as "contactId"
    from ${keyRows(events.map(nameIn), { accountId: "int", externalId: "text" })} k cross join ${
    lookUp(sql`select * from channel_events
      where external_id = k."externalId" and company_id = ${companyId}
        and account_id = k."accountId"`)
  } e`.execute(trx);
  const rowByName = new Map(rows.map((row) => [nameOf(row), row]));
  return events.map((event) => {
    const { messageId = null, contactId = null } = rowByName.get(nameOf(event)) ?? {};
    return { messageId, contactId };
  });
}

/** Message of the same mail in another mailbox of the company; a search by key in each of them. */
export async function findCopy(
  trx: Trx,
  { companyId }: Tenant,
  { accountId, externalId }: EventName,
): Promise<Filed | undefined> {
  const { rows } = await sql<Filed>`
    select e.contact_id as "contactId", e.message_id as "messageId"
    from channel_accounts a cross join lateral (
      select contact_id, message_id from channel_events
      where company_id = a.company_id and account_id = a.id and external_id = ${externalId}
        and direction = 'in' and message_id is not null and automatic is null limit 1) e
    where a.company_id = ${companyId} and a.id <> ${accountId} limit 1`.execute(trx);
  return rows[0];
}

function nameIn({ accountId, externalId }: EventName): EventName {
  return { accountId, externalId };
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
  const columns = { eventId: "int", contactId: "int", messageId: "int" } as const;
  await sql`
      update channel_events e set state = 'read', contact_id = r."contactId",
        message_id = r."messageId", tried_at = now(), leased_until = null, problem = null,
        problem_text = null
      from ${keyRows(read, columns)} r
      where ${hasIdOf(companyId, "e", "r.eventId")}`
    .execute(trx);
}

/** Marks the event of an automatic mail as read: it joins no conversation. Null lists it nowhere. */
export async function markAutomatic(
  trx: Trx,
  { companyId }: Tenant,
  id: number,
  { automatic, of }: { automatic: Automatic | null; of: Partial<Filed> },
): Promise<void> {
  await trx.updateTable("channel_events").set({
    state: "read",
    automatic: automatic && JSON.stringify(automatic),
    contact_id: of.contactId ?? null,
    message_id: of.messageId ?? null,
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
  kind: AccountKind;
  externalId: string;
  body: Uint8Array;
  attempts: number;
  direction: "in" | "out";
  isQuiet: boolean;
  lane: Lane;
  address: string | null;
  authservId: string | null;
  timeZone: string;
  language: Language;
  settings: Record<string, unknown>;
}

const mostBytesAtOnce = 4_000_000;

type Waiting = { companyId: number; most: number } | { id: number };

/**
 * Leases a company's next waiting events, or one. In the order of their lanes, up to 4 MB together;
 * one that was killed before is read alone. Those of paused accounts wait.
 */
export function leaseEvents(db: Db, waiting: Waiting): Promise<Leased[]> {
  const [which, most] = "id" in waiting
    ? [sql`e.id = ${waiting.id}`, 1]
    : [sql`e.company_id = ${waiting.companyId} and e.due_at <= now()`, waiting.most];
  return asWorker(db, async (trx) => {
    const { rows } = await sql<Leased>`
      with due as (
        select e.id, e.lane, e.account_id, e.size from channel_events e
        join channel_accounts a on a.company_id = e.company_id and a.id = e.account_id
        where ${which} and e.state = 'waiting' and e.body is not null
          and a.state <> 'paused' and (e.leased_until is null or e.leased_until < now())
        order by e.lane, e.account_id, e.id limit ${most} for update of e skip locked
      ), chosen as (
        select id from (
          select id, size, lane, sum(size) over in_order as upto, row_number() over in_order as n
          from due window in_order as (order by lane, account_id, id)) d
        where upto - size < ${mostBytesAtOnce} and (lane < ${slowLane} or n = 1)
      )
      update channel_events e set attempts = e.attempts + 1, tried_at = now(),
        leased_until = now() + ${lease}::interval
      from ${
      asOneRow(sql`unnest(array(select id from chosen), array(select 'waiting' from chosen))`)
    } k (id, state), channel_accounts a, companies c
      where e.id = k.id and e.state = k.state and a.company_id = e.company_id and a.id = e.account_id
        and c.id = e.company_id
      returning e.id, e.company_id as "companyId", e.account_id as "accountId", a.kind,
        e.external_id as "externalId", e.body, e.attempts, e.direction, e.is_quiet as "isQuiet",
        e.lane,
        a.address, a.settings ->> 'authserv_id' as "authservId", c.timezone as "timeZone",
        c.language, a.settings`.execute(
      trx,
    );
    return rows.sort((a, b) => a.lane - b.lane || a.accountId - b.accountId || a.id - b.id);
  });
}

/** Lanes of senders who are not known, and of what was killed before. */
export const [unknownLane, slowLane] = [1, 2] as const;

/** Gives leases back, as if they had not been taken; `lane`: to be read in another order. */
export async function releaseEvents(
  db: Db,
  leased: readonly Pick<Leased, "id" | "companyId">[],
  lane?: Lane,
): Promise<void> {
  if (leased.length === 0) return;
  await asWorker(db, (trx) =>
    sql`
      update channel_events e set leased_until = null, attempts = attempts - 1,
        lane = coalesce(${lane ?? null}::smallint, lane)
      from ${waitingRows(leased)} k
      where ${hasIdOf(leased[0]!.companyId, "e", "k.id")} and e.state = k.state`.execute(trx));
}

/** The state is a key too, or the index of what waits would be taken. */
function waitingRows(leased: readonly Pick<Leased, "id">[]) {
  return keyRows(leased.map(({ id }) => ({ id, state: "waiting" })), { id: "int", state: "text" });
}

export async function postponeEvents(
  db: Db,
  leased: readonly Pick<Leased, "id" | "companyId">[],
  delayMs: number,
): Promise<void> {
  await asWorker(db, (trx) =>
    sql`
      update channel_events e set leased_until = null,
        due_at = now() + ${delayMs} * interval '1 millisecond'
      from ${waitingRows(leased)} k
      where ${hasIdOf(leased[0]!.companyId, "e", "k.id")} and e.state = k.state`.execute(trx));
}

/** Consequence of a failed read: a retry after a delay, or a problem to show. */
export type Outcome = { delayMs: number; lane?: Lane } | { problem: string; text: string };

/** Schedules a retry, or marks the event as a problem. */
export async function markUnread(
  db: Db,
  { id, companyId }: Pick<Leased, "id" | "companyId">,
  outcome: Outcome,
): Promise<void> {
  const values = "delayMs" in outcome
    ? {
      due_at: sql<Date>`now() + ${outcome.delayMs} * interval '1 millisecond'`,
      ...(outcome.lane === undefined ? {} : { lane: outcome.lane }),
    }
    : {
      state: "problem" as const,
      problem: outcome.problem,
      problem_text: outcome.text.slice(0, 1000),
    };
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
        order by e.lane, e.account_id, e.id limit ${perCompany}
      ) e
      where ${only ?? null}::int is null or c.id = ${only ?? null}::int`.execute(trx));
  return {
    due: rows.map(({ id, companyId }) => ({ id, companyId })),
    full: rows.some(({ n }) => n === perCompany),
  };
}
