import { type RawBuilder, sql } from "kysely";
import { v7 } from "uuid";
import type { BareTrx, Db, Trx } from "@/lib/db/connection.ts";
import type { OutboxRecipient } from "@/lib/db/channels_schema.ts";
import { asWorker, type Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import type { DueWork, Wanted } from "@/lib/outbound/deliveries.ts";
import { type DueTable, findDueIn, freeLeases } from "@/lib/outbound/find_due.ts";
import { signingField } from "@/lib/channels/accounts/secrets.ts";
import { kinds, kindsWhere } from "@/lib/channels/kinds.ts";
import type { AccountKind } from "@/lib/values/account_kinds.ts";
import { type Account, canSend, holdAccount } from "@/lib/channels/accounts/accounts.ts";
import { type DeliveryVerb, undoMs, verbsOf } from "@/lib/channels/out/delivery.ts";
import { type Move, noteWithin } from "@/lib/channels/out/note_moves.ts";
import type { Payload } from "@/lib/channels/out/payload.ts";
import { standingOf, stateOf, toRetry, toSettled } from "@/lib/channels/out/recipients.ts";
import { inputWords } from "@/lib/words/input.ts";

/** Outlasts an attempt of 15 s and the storing of its result; a longer one renews it. */
const lease = "60 seconds";
// The queue's clock may run ahead of the database's.
const early = "1 second";

/** @throws Problem validation_failed (`via`) */
export async function findSender(trx: Trx, tenant: Tenant, via: number): Promise<Account> {
  const account = await holdAccount(trx, tenant, via);
  if (!account) throw problem("validation_failed", { fields: { via: inputWords.notOurs } });
  if (!canSend(account)) {
    throw problem("validation_failed", { fields: { via: inputWords.cannotSend } });
  }
  return account;
}

/** Queues a message; due once it can no longer be cancelled, or when its account is resumed. */
export async function enqueue(
  trx: Trx,
  account: Account,
  payload: Payload,
  { waitMs = undoMs } = {},
): Promise<void> {
  const companyId = account.company_id;
  const [id, host] = [v7(), kinds[account.kind].queueOf(account.settings)!];
  const waits = account.state !== "paused";
  await trx.insertInto("outbox").values({
    id,
    company_id: companyId,
    account_id: account.id,
    message_id: payload.messageId,
    notification_id: payload.notificationId ?? null,
    host,
    payload: JSON.stringify(payload),
    due_at: waits ? sql<Date>`now() + ${waitMs} * interval '1 millisecond'` : null,
  }).execute();
  if (waits) trx.afterCommit({ kind: "message_due", id, companyId, host, delayMs: waitMs });
}

/** @throws Problem not_found, invalid_transition with the verbs that may be used */
export async function moveDelivery(
  trx: Trx,
  { companyId }: Tenant,
  messageId: number,
  verb: DeliveryVerb,
): Promise<void> {
  const row = await trx.selectFrom("outbox as o")
    .innerJoin(
      "channel_accounts as a",
      (on) => on.onRef("a.company_id", "=", "o.company_id").onRef("a.id", "=", "o.account_id"),
    )
    .select(["o.id", "o.host", "o.state", "o.attempts", "o.account_id", "a.deleted_at"])
    .select(["a.state as account", "o.recipients", "o.payload"])
    .where("o.company_id", "=", companyId).where("o.message_id", "=", messageId)
    .forUpdate("o").executeTakeFirst();
  if (!row) throw problem("not_found");
  const { recipients, attempts } = row;
  const standing = standingOf(row.state, recipients);
  const allowed = verbsOf({ state: standing, attempts }).filter((one) =>
    !sendsAgain(one) || row.deleted_at === null
  );
  if (!allowed.includes(verb)) throw problem("invalid_transition", { details: { allowed } });
  const goesNow = sendsAgain(verb);
  const isHeld = row.account === "paused";
  const { mail } = row.payload as unknown as Payload;
  const moved = verb === "retry"
    ? recipients && toRetry(recipients)
    : verb === "settle" && mail
    ? toSettled(mail, recipients, new Date())
    : null;
  const end = verb === "cancel" ? "cancelled" : moved ? stateOf(moved) : "sent";
  await trx.updateTable("outbox").set((eb) => ({
    state: goesNow ? "queued" : end,
    state_at: sql<Date>`now()`,
    due_at: goesNow && !isHeld ? sql<Date>`now()` : null,
    ...(goesNow ? { schedule_start: eb.ref("attempts") } : {}),
    ...(verb === "cancel" ? {} : { error: null }),
    ...(moved ? { recipients: JSON.stringify(moved) } : {}),
  })).where("company_id", "=", companyId).where("id", "=", row.id).execute();
  if (goesNow && !isHeld) {
    const { id, host } = row;
    trx.afterCommit({ kind: "message_due", id, companyId, host, delayMs: 0 });
  }
}

function sendsAgain(verb: DeliveryVerb): boolean {
  return verb === "retry" || verb === "resend";
}

/** Holds queued messages while their account is paused; makes them due at once on resume. */
export async function holdOutbox(
  trx: Trx,
  { companyId }: Tenant,
  accountId: number,
  verb: "pause" | "resume",
): Promise<void> {
  const moved = await trx.updateTable("outbox")
    .set({ due_at: verb === "pause" ? null : sql<Date>`now()` })
    .where("company_id", "=", companyId).where("account_id", "=", accountId)
    .where("state", "=", "queued").returning(["id", "host"]).execute();
  if (verb === "pause") return;
  for (const one of moved) {
    trx.afterCommit({ kind: "message_due", ...one, companyId, delayMs: 0 });
  }
}

export async function cancelQueued(
  trx: Trx,
  { companyId }: Tenant,
  accountId: number,
): Promise<Move[]> {
  return await trx.updateTable("outbox").set({
    state: "cancelled",
    state_at: sql<Date>`now()`,
    due_at: null,
  }).where("company_id", "=", companyId).where("account_id", "=", accountId)
    .where("state", "=", "queued")
    .returning(["message_id", "notification_id", "state"]).execute();
}

export async function redirectQueued(
  trx: Trx,
  { companyId }: Tenant,
  accountId: number,
  host: string,
): Promise<void> {
  await trx.updateTable("outbox").set({ host })
    .where("company_id", "=", companyId).where("account_id", "=", accountId)
    .where("state", "in", ["queued", "partly", "failed", "uncertain"]).execute();
}

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
  keyName: string | null;
  sealed: Uint8Array | null;
}

type Lost = Pick<Pending, "id" | "companyId">;

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
          and a.state <> 'paused' and a.deleted_at is null
        order by o.id for update of o skip locked
      )
      update outbox o set state = 'sending', state_at = now(), lease = ${holder}::uuid,
        leased_until = now() + ${lease}::interval
      from due, channel_accounts a left join channel_secrets s
        on s.company_id = a.company_id and s.account_id = a.id
          and s.field = ${signingField}
      where o.id = due.id and a.company_id = o.company_id and a.id = o.account_id
      returning o.id, o.company_id as "companyId", o.account_id as "accountId", a.kind, o.lease,
        a.settings, o.payload, o.attempts, o.recipients,
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

/** Ends mails whose sending was interrupted, since they are not repeated automatically. */
async function loseMails(trx: BareTrx, isOver: RawBuilder<unknown>): Promise<Lost[]> {
  const { rows } = await sql<Lost>`
    update outbox o set state = 'uncertain', state_at = now(), due_at = null, lease = null,
      leased_until = null, note_due_at = now() + ${noteWithin}::interval
    from channel_accounts a
    where o.state = 'sending' and ${isOver} and a.company_id = o.company_id
      and a.id = o.account_id and not a.kind = any(${kindsWhere(({ repeats }) => repeats)}::text[])
    returning o.id, o.company_id as "companyId"`.execute(trx);
  return rows;
}

/** Shows other processes that its holder lives. */
export async function renewLease(db: Db, { id, lease: holder }: Pending): Promise<void> {
  await asWorker(db, (trx) =>
    trx.updateTable("outbox")
      .set({ leased_until: sql<Date>`now() + ${lease}::interval` })
      .where("id", "=", id).where("lease", "=", holder).where("state", "=", "sending").execute());
}

export async function returnLeases(db: Db, pending: Pending[]): Promise<void> {
  if (pending.length === 0) return;
  await asWorker(db, (trx) =>
    trx.updateTable("outbox").set({
      state: "queued",
      state_at: sql<Date>`now()`,
      lease: null,
      leased_until: null,
    }).where("id", "in", pending.map(({ id }) => id)).where("state", "=", "sending")
      .where("lease", "in", pending.map((one) => one.lease)).execute());
}

const dueTable: DueTable = {
  table: "outbox",
  id: "id",
  isPending: sql`state in ('queued', 'sending') and due_at is not null`,
};

export function findDue(db: Db, wanted: Wanted): Promise<DueWork> {
  return findDueIn(db, dueTable, wanted);
}
