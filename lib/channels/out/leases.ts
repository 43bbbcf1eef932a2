/** Leases of messages that are due, and the order in which one person's leave. */
import { type RawBuilder, sql } from "kysely";
import { signingField } from "@/lib/channels/accounts/secrets.ts";
import { kinds, kindsWhere } from "@/lib/channels/kinds.ts";
import { noteWithin } from "@/lib/channels/out/note_moves.ts";
import type { Payload } from "@/lib/channels/out/payload.ts";
import type { OutboxRecipient } from "@/lib/db/tables/channels.ts";
import type { BareTrx, Db } from "@/lib/db/connection.ts";
import { asWorker } from "@/lib/db/transaction.ts";
import type { DueWork, Wanted } from "@/lib/outbound/deliveries.ts";
import { type DueTable, findDueIn, freeLeases } from "@/lib/outbound/find_due.ts";
import type { Due } from "@/lib/tools/after_commit.ts";
import { type AccountKind, accountKinds } from "@/lib/values/account_kinds.ts";

/** Of an attempt of the account `a`. */
const lease = sql`make_interval(secs => case ${
  sql.join(
    accountKinds.map((kind) =>
      sql`when a.kind = ${sql.lit(kind)} then ${sql.lit(kinds[kind].leaseSeconds)}`
    ),
    sql` `,
  )
} end)`;
// The queue's clock may run ahead of the database's.
const early = "1 second";

/** Where nobody knows whether a message left, the platform is asked after so long. */
export const lookUpAfterMs = 60_000;

/** Of an uncertain message of the account `a`. */
const lookUpDue = sql`case when a.kind = any(${kindsWhere(({ looksUp }) => looksUp)}::text[])
  then now() + ${sql.lit(lookUpAfterMs)} * interval '1 millisecond' end`;

export interface Pending {
  id: string;
  companyId: number;
  accountId: number;
  kind: AccountKind;
  lease: string;
  settings: Record<string, unknown>;
  payload: Payload;
  /** Attempts made before this one. */
  attempts: number;
  scheduleStart: number;
  recipients: OutboxRecipient[] | null;
  /** Whom it goes to, where messages to one person leave in order. */
  person: string | null;
  /** Of the attempt before, if there was one. */
  lastOutcome: string | null;
  keyName: string | null;
  sealed: Uint8Array | null;
}

export type Lost = Pick<Pending, "id" | "companyId" | "accountId" | "person">;

/** SQL condition: another message to the same person by the same account goes first. */
function isBehind(own: string) {
  const column = (name: string) => sql.ref(`${own}.${name}`);
  return sql<boolean>`(${column("person")} is not null and exists (
    select from outbox e
    where e.company_id = ${column("company_id")} and e.account_id = ${column("account_id")}
      and e.person = ${column("person")} and e.state in ('queued', 'sending')
      and (e.id < ${column("id")} or e.id > ${column("id")} and e.state = 'sending')))`;
}

type Line = Pick<Pending, "companyId" | "accountId" | "person">;

/** What may leave now that something before it has ended. One statement. */
export async function findNext(trx: BareTrx, ended: readonly Line[]) {
  const lines = ended.filter(({ person }) => person !== null);
  if (lines.length === 0) return [];
  const { rows } = await sql<{ id: string; companyId: number; host: string; delayMs: number }>`
    select distinct on (o.company_id, o.account_id, o.person) o.id, o.company_id as "companyId",
      o.host, greatest(0, extract(epoch from o.due_at - now()) * 1000)::float8 as "delayMs"
    from json_to_recordset(${JSON.stringify(lines)}::json)
      as l("companyId" int, "accountId" int, person text)
    join outbox o on o.company_id = l."companyId" and o.account_id = l."accountId"
      and o.person = l.person
    where o.state = 'queued' and o.due_at is not null
    order by o.company_id, o.account_id, o.person, o.id`.execute(trx);
  return rows;
}

/** Leases due messages. After a crash mid-send programs get it again, mails become `uncertain`. */
export function leaseMessages(
  db: Db,
  ids: string[],
  holder: string,
): Promise<{ pending: Pending[]; lost: Lost[] }> {
  return asWorker(db, async (trx) => {
    const isOver = sql`(o.leased_until < now() or o.lease = ${holder}::uuid)`;
    const lost = await loseMails(trx, sql`o.id = any(${ids}::uuid[]) and ${isOver}`);
    const { rows: pending } = await sql<Pending>`
      with due as (
        select o.id from outbox o
        join channel_accounts a on a.company_id = o.company_id and a.id = o.account_id
        where o.id = any(${ids}::uuid[]) and o.state in ('queued', 'sending')
          and o.due_at <= now() + ${early}::interval
          and (o.leased_until is null or o.leased_until < now() or o.lease = ${holder}::uuid)
          and a.state <> 'paused' and a.deleted_at is null and not ${isBehind("o")}
        order by o.id for update of o skip locked
      )
      update outbox o set state = 'sending', state_at = now(), lease = ${holder}::uuid,
        leased_until = now() + ${lease}
      from due, channel_accounts a left join channel_secrets s
        on s.company_id = a.company_id and s.account_id = a.id
          and s.field = ${signingField}
      where o.id = due.id and a.company_id = o.company_id and a.id = o.account_id
      returning o.id, o.company_id as "companyId", o.account_id as "accountId", a.kind, o.lease,
        a.settings, o.payload, o.attempts, o.recipients, o.person, (
          select t.outcome from outbox_attempts t
          where t.company_id = o.company_id and t.outbox_id = o.id and t.number = o.attempts
        ) as "lastOutcome",
        o.schedule_start as "scheduleStart", s.key_name as "keyName", s.sealed`.execute(trx);
    return { pending, lost };
  });
}

/** Ends leases of processes that are gone: programs get it again, mails become `uncertain`. */
export function freeMessages(
  db: Db,
  holders: string[],
): Promise<{ count: number; lost: Lost[] }> {
  return asWorker(db, async (trx) => {
    const lost = await loseMails(trx, sql`o.lease = any(${holders}::uuid[])`);
    return { lost, count: await freeLeases(trx, dueTable, holders) };
  });
}

/**
 * Ends messages whose sending was interrupted, since they are not repeated automatically. Their
 * `state_at` stays the time at which it began.
 */
async function loseMails(trx: BareTrx, isOver: RawBuilder<unknown>): Promise<Lost[]> {
  const { rows } = await sql<Lost>`
    update outbox o set state = 'uncertain', lease = null,
      due_at = ${lookUpDue},
      leased_until = null, note_due_at = now() + ${noteWithin}::interval
    from channel_accounts a
    where o.state = 'sending' and ${isOver} and a.company_id = o.company_id
      and a.id = o.account_id and (a.deleted_at is not null
        or not a.kind = any(${kindsWhere(({ repeats }) => repeats)}::text[]))
    returning o.id, o.company_id as "companyId", o.account_id as "accountId", o.person`
    .execute(trx);
  return rows;
}

/**
 * Ends what waits in a database that was restored from a back-up: it may have left since it was made,
 * unless a receiver knows a repeat by its id. @returns how many
 */
export async function loseQueued(db: Db): Promise<number> {
  return await asWorker(db, async (trx) => {
    const { numAffectedRows = 0n } = await sql`
      update outbox o set state = 'uncertain', state_at = o.created_at, lease = null,
        leased_until = null, due_at = ${lookUpDue}, note_due_at = now()
      from channel_accounts a
      where o.state in ('queued', 'sending') and a.company_id = o.company_id
        and a.id = o.account_id
        and not a.kind = any(${kindsWhere(({ repeats }) => repeats)}::text[])`.execute(trx);
    return Number(numAffectedRows);
  });
}

/** Shows other processes that its holder lives. */
export async function renewLease(db: Db, { id, kind, lease: holder }: Pending): Promise<void> {
  await asWorker(db, (trx) =>
    trx.updateTable("outbox")
      .set({ leased_until: sql<Date>`now() + make_interval(secs => ${kinds[kind].leaseSeconds})` })
      .where("id", "=", id).where("lease", "=", holder).where("state", "=", "sending").execute());
}

/** What was not tried goes back to the queue; with its account deleted meanwhile, it ends. */
export async function returnLeases(db: Db, pending: Pending[]): Promise<void> {
  if (pending.length === 0) return;
  await asWorker(db, (trx) =>
    sql`
      update outbox o set state = case when a.deleted_at is null then 'queued' else 'cancelled' end,
        state_at = now(), lease = null, leased_until = null,
        due_at = case when a.deleted_at is null then o.due_at end,
        note_due_at = case when a.deleted_at is null then o.note_due_at
          else now() + ${noteWithin}::interval end
      from channel_accounts a
      where o.id = any(${pending.map(({ id }) => id)}::uuid[]) and o.state = 'sending'
        and o.lease = any(${pending.map((one) => one.lease)}::uuid[])
        and a.company_id = o.company_id and a.id = o.account_id`.execute(trx));
}

const dueTable: DueTable = {
  table: "outbox",
  id: "id",
  isPending: sql`state in ('queued', 'sending') and due_at is not null`,
};

/** What waits for another message is found once that one has ended. */
const nextTable: DueTable = {
  ...dueTable,
  isPending: sql`${dueTable.isPending} and not ${isBehind("outbox")}`,
};

export function findDue(db: Db, wanted: Wanted): Promise<DueWork> {
  return findDueIn(db, nextTable, wanted);
}

/**
 * Makes due at once what waits for its next attempt because its account failed, now that the account
 * works. @returns what is to be announced
 */
export async function releaseHeld(
  trx: BareTrx,
  accounts: readonly { accountId: number }[],
): Promise<Due[]> {
  if (accounts.length === 0) return [];
  const ids = [...new Set(accounts.map(({ accountId }) => accountId))];
  const { rows } = await sql<Due>`
    update outbox o set due_at = now()
    from channel_accounts a
    where a.id = any(${ids}::int[]) and a.state <> 'paused'
      and o.company_id = a.company_id and o.account_id = a.id and o.state = 'queued'
      and o.due_at > now()
      and (o.error in ('graph_account', 'secret') or o.error like 'graph_account %')
    returning o.id, o.company_id as "companyId", o.host`.execute(trx);
  return rows;
}
