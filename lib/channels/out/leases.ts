/** Leases of messages that are due, and the order in which one person's leave. */
import { type RawBuilder, sql } from "kysely";
import { signingField } from "@/lib/channels/accounts/secrets.ts";
import { kinds, kindsWhere } from "@/lib/channels/kinds.ts";
import { noteWithin } from "@/lib/channels/out/note_moves.ts";
import type { Payload } from "@/lib/channels/out/payload.ts";
import type { OutboxRecipient } from "@/lib/db/tables/channels.ts";
import type { BareTrx, Db } from "@/lib/db/connection.ts";
import { hasKey, idRows, keyRows, lookUp } from "@/lib/db/keys.ts";
import { asWorker } from "@/lib/db/transaction.ts";
import type { DueWork, Wanted } from "@/lib/outbound/deliveries.ts";
import { type DueTable, findDueIn, freeLeases, lockDue } from "@/lib/outbound/find_due.ts";
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

/** Where nobody knows whether a message left, the platform is asked after so long. */
export const lookUpAfterMs = 60_000;

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
  const theirs = sql`
    select e.* from outbox e where e.person = ${column("person")} and ${isPending("e")}`;
  return sql<boolean>`(${column("person")} is not null and exists (
    select from ${lookUp(theirs)} e
    where e.company_id = ${column("company_id")} and e.account_id = ${column("account_id")}
      and (e.id < ${column("id")} or e.id > ${column("id")} and e.state = 'sending')))`;
}

/** The condition of the index `outbox_person`. */
const isPending = (own: string) => sql`${sql.ref(`${own}.state`)} in ('queued', 'sending')`;

type Line = Pick<Pending, "companyId" | "accountId" | "person">;

/** What may leave now that something before it has ended. One statement. */
export async function findNext(trx: BareTrx, ended: readonly Line[]) {
  const lines = ended.filter(({ person }) => person !== null);
  if (lines.length === 0) return [];
  const { rows } = await sql<{ id: string; companyId: number; host: string; delayMs: number }>`
    select distinct on (o.company_id, o.account_id, o.person) o.id, o.company_id as "companyId",
      o.host, greatest(0, extract(epoch from o.due_at - now()) * 1000)::float8 as "delayMs"
    from ${keyRows(lines, { companyId: "int", accountId: "int", person: "text" })} l
    cross join ${
    lookUp(sql`select e.* from outbox e where e.person = l.person and ${isPending("e")}`)
  } o
    where o.company_id = l."companyId" and o.account_id = l."accountId" and o.state = 'queued' and o.due_at is not null
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
    const these = sql`(
      select o.* from ${idRows(ids)} k
      cross join ${lookUp(sql`select * from outbox where id = k.id`)} o)`;
    const lost = await loseMails(trx, these, isOver);
    const { rows: pending } = await sql<Pending>`
      with due as materialized (${lockDue(dueTable, ids, holder)}), chosen as materialized (
        select due.id, a.kind, a.settings, s.key_name, s.sealed
        from due cross join ${
      lookUp(sql`
          select * from channel_accounts where id = due.account_id`)
    } a
        left join ${
      lookUp(sql`
          select * from channel_secrets
          where company_id = a.company_id and account_id = a.id and field = ${signingField}`)
    } s
          on true
        where a.state <> 'paused' and a.deleted_at is null and not ${isBehind("due")}
      )
      update outbox o set state = 'sending', state_at = now(), lease = ${holder}::uuid,
        leased_until = now() + ${lease}
      from chosen a where ${hasKey(["o.id"], ["a.id"])}
      returning o.id, o.company_id as "companyId", o.account_id as "accountId", a.kind, o.lease,
        a.settings, o.payload, o.attempts, o.recipients, o.person, (
          select t.outcome from outbox_attempts t
          where t.company_id = o.company_id and t.outbox_id = o.id and t.number = o.attempts
        ) as "lastOutcome",
        o.schedule_start as "scheduleStart", a.key_name as "keyName", a.sealed`.execute(trx);
    return { pending, lost };
  });
}

/** Ends leases of processes that are gone: programs get it again, mails become `uncertain`. */
export function freeMessages(
  db: Db,
  holders: string[],
): Promise<{ count: number; lost: Lost[] }> {
  return asWorker(db, async (trx) => {
    const lost = await loseMails(trx, sql`outbox`, sql`o.lease = any(${holders}::uuid[])`);
    return { lost, count: await freeLeases(trx, dueTable, holders) };
  });
}

/** Ends messages whose sending was interrupted; `state_at` stays the time at which it began. */
async function loseMails(
  trx: BareTrx,
  these: RawBuilder<unknown>,
  isOver: RawBuilder<unknown>,
): Promise<Lost[]> {
  const { rows } = await sql<Lost>`
    with over as materialized (
      select o.id, a.kind, a.deleted_at
      from ${these} o cross join ${
    lookUp(sql`select * from channel_accounts where id = o.account_id`)
  } a
      where o.state = 'sending' and ${isOver} and (a.deleted_at is not null
        or not a.kind = any(${kindsWhere(({ repeats }) => repeats)}::text[]))
    )
    update outbox o set state = 'uncertain', lease = null, due_at = ${lookUpDue},
      leased_until = null, note_due_at = now() + ${noteWithin}::interval
    from over a where ${hasKey(["o.id"], ["a.id"])} and o.state = 'sending' and ${isOver}
    returning o.id, o.company_id as "companyId", o.account_id as "accountId", o.person`
    .execute(trx);
  return rows;
}

/** Ends what waits in a restored database: it may have left since its back-up. @returns how many */
export function loseQueued(db: Db): Promise<number> {
  return asWorker(db, async (trx) => (await loseWaiting(trx, null)).length);
}

/**
 * Ends what waits and may have left by another process, unless its receiver knows a repeat by its
 * id. @param before only what was made until then @returns of which kind of account each is
 */
export async function loseWaiting(trx: BareTrx, before: Date | null): Promise<AccountKind[]> {
  const { rows } = await sql<{ kind: AccountKind }>`
      update outbox o set state = 'uncertain', state_at = o.created_at, lease = null,
        leased_until = null, due_at = ${lookUpDue}, note_due_at = now()
      from channel_accounts a
      where o.state in ('queued', 'sending') and a.company_id = o.company_id
        and a.id = o.account_id and (${before}::timestamptz is null or o.created_at < ${before})
        and not a.kind = any(${kindsWhere(({ repeats }) => repeats)}::text[])
      returning a.kind`.execute(trx);
  return rows.map(({ kind }) => kind);
}

/** Shows other processes that its holder lives. */
export async function renewLease(db: Db, { id, kind, lease: holder }: Pending): Promise<void> {
  await asWorker(db, (trx) =>
    trx.updateTable("outbox")
      .set({ leased_until: sql<Date>`now() + make_interval(secs => ${kinds[kind].leaseSeconds})` })
      .where("id", "=", id).where("lease", "=", holder).where("state", "=", "sending").execute());
}

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
  const { rows } = await sql<Due>`
    update outbox o set due_at = now()
    from ${idRows(accounts.map(({ accountId }) => accountId), "int")} k cross join ${
    lookUp(sql`select state from channel_accounts where id = k.id`)
  } a
    where o.account_id = k.id and a.state <> 'paused' and o.state = 'queued' and o.due_at > now()
      -- as the index "outbox_held_by_account" has them
      and (o.error in ('graph_account', 'secret') or o.error like 'graph_account %')
    returning o.id, o.company_id as "companyId", o.host`.execute(trx);
  return rows;
}
