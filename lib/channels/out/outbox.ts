import { sql } from "kysely";
import { v7 } from "uuid";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { MailPerson } from "@/lib/db/channels_schema.ts";
import { asWorker, type Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import { attemptRow, type Found, type Wanted } from "@/lib/outbound/deliveries.ts";
import { findDueIn } from "@/lib/outbound/find_due.ts";
import { signingField } from "@/lib/channels/accounts/secrets.ts";
import type { PostResult } from "@/lib/outbound/outbound.ts";
import { type AccountKind, repeats } from "@/lib/channels/accounts/account.ts";
import {
  type Account,
  canSend,
  holdAccount,
  receiverOf,
} from "@/lib/channels/accounts/accounts.ts";
import type { Failure } from "@/lib/channels/accounts/failure.ts";
import type { WrongAddress } from "@/lib/channels/email/failure.ts";
import { noteMailed } from "@/lib/channels/email/refused_addresses.ts";
import { noteCalls } from "@/lib/channels/accounts/account_state.ts";
import { type DeliveryVerb, undoMs, verbsOf } from "@/lib/channels/out/delivery.ts";
import type { Payload } from "@/lib/channels/out/payload.ts";
import { inputWords } from "@/lib/words/input.ts";

/** Longer than the longest attempt (15 s, of a mailbox 280 s) and the storing of its result. */
const lease = "60 seconds";
const mailLease = "6 minutes";
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
  const [id, host] = [v7(), receiverOf(account)];
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
    .select("a.state as account")
    .where("o.company_id", "=", companyId).where("o.message_id", "=", messageId)
    .forUpdate("o").executeTakeFirst();
  if (!row) throw problem("not_found");
  const allowed = verbsOf(row).filter((one) => one === "cancel" || row.deleted_at === null);
  if (!allowed.includes(verb)) throw problem("invalid_transition", { details: { allowed } });
  const goesNow = verb !== "cancel";
  const isHeld = row.account === "paused";
  await trx.updateTable("outbox").set((eb) => ({
    state: goesNow ? "queued" : "cancelled",
    state_at: sql<Date>`now()`,
    due_at: goesNow && !isHeld ? sql<Date>`now()` : null,
    ...(goesNow ? { schedule_start: eb.ref("attempts"), error: null } : {}),
  })).where("company_id", "=", companyId).where("id", "=", row.id).execute();
  if (goesNow && !isHeld) {
    const { id, host } = row;
    trx.afterCommit({ kind: "message_due", id, companyId, host, delayMs: 0 });
  }
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
): Promise<void> {
  await trx.updateTable("outbox").set({
    state: "cancelled",
    state_at: sql<Date>`now()`,
    due_at: null,
  }).where("company_id", "=", companyId).where("account_id", "=", accountId)
    .where("state", "=", "queued").execute();
}

export async function redirectQueued(
  trx: Trx,
  { companyId }: Tenant,
  accountId: number,
  host: string,
): Promise<void> {
  await trx.updateTable("outbox").set({ host })
    .where("company_id", "=", companyId).where("account_id", "=", accountId)
    .where("state", "in", ["queued", "failed", "uncertain"]).execute();
}

export interface Owed {
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
  keyName: string | null;
  sealed: Uint8Array | null;
}

/** Leases due messages. After a crash mid-send programs get it again, mails become `uncertain`. */
export function leaseMessages(db: Db, ids: string[], holder: string): Promise<Owed[]> {
  return asWorker(db, async (trx) => {
    await sql`
      update outbox o set state = 'uncertain', state_at = now(), due_at = null, lease = null,
        leased_until = null
      from channel_accounts a
      where o.id = any(${ids}::uuid[]) and o.state = 'sending'
        and (o.leased_until < now() or o.lease = ${holder}::uuid)
        and a.company_id = o.company_id and a.id = o.account_id
        and not a.kind = any(${[...repeats]}::text[])`.execute(trx);
    const { rows } = await sql<Owed>`
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
        leased_until = now() +
          case a.kind when 'email' then ${mailLease}::interval else ${lease}::interval end
      from due, channel_accounts a left join channel_secrets s
        on s.company_id = a.company_id and s.account_id = a.id
          and s.field = ${signingField}
      where o.id = due.id and a.company_id = o.company_id and a.id = o.account_id
      returning o.id, o.company_id as "companyId", o.account_id as "accountId", a.kind, o.lease,
        a.settings, o.payload, o.attempts,
        o.schedule_start as "scheduleStart", s.key_name as "keyName", s.sealed`.execute(trx);
    return rows;
  });
}

export interface Finished {
  owed: Owed;
  startedAt: Date;
  result: Pick<PostResult, "durationMs" | "status" | "answer"> & {
    outcome: string;
    said?: string;
    /** Addresses that a mail server refused while it took the others. */
    refused?: string[];
    wrong?: WrongAddress[];
  };
  verdict:
    | { state: "sent" | "failed" | "uncertain" }
    | { state: "queued"; delayMs: number };
}

/** Skips messages leased by another process since. An earlier receipt is not overwritten. */
export async function finishMessages(db: Db, finished: Finished[]): Promise<void> {
  const rows = finished.map(({ verdict, ...ended }) => ({
    ...attemptRow(ended),
    answer: ended.result.answer || ended.result.said || null,
    state: verdict.state,
    delay_ms: verdict.state === "queued" ? verdict.delayMs : null,
    error: verdict.state === "sent" ? partlyOf(ended.result) : errorOf(ended.result),
  }));
  await asWorker(db, async (trx) => {
    await sql`
    with done as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as d(
        id uuid, company_id int, lease uuid, number int, started_at timestamptz, duration_ms int,
        outcome text, http_status int, answer text, state text, delay_ms float8, error text)
    ), attempts as (
      insert into outbox_attempts
        (company_id, outbox_id, number, started_at, duration_ms, outcome, status, answer)
      select d.company_id, d.id, d.number, d.started_at, d.duration_ms, d.outcome, d.http_status,
        d.answer
      from done d join outbox o on o.company_id = d.company_id and o.id = d.id
      on conflict do nothing
    )
    update outbox o set attempts = d.number, lease = null, leased_until = null,
      state = case when o.state = 'sending' then d.state else o.state end,
      state_at = case when o.state = 'sending' then now() else o.state_at end,
      error = case when o.state = 'sending' then d.error else o.error end,
      due_at = case when o.state = 'sending' and a.state <> 'paused'
        then now() + d.delay_ms * interval '1 millisecond' end
    from done d, channel_accounts a
    where o.id = d.id and o.lease = d.lease and a.company_id = o.company_id
      and a.id = o.account_id`.execute(trx);
    await noteMailed(trx, finished.flatMap(mailedBy));
    await noteCalls(
      trx,
      finished.map(({ owed: { accountId }, result, verdict }) => ({
        accountId,
        // A refused mail is no failure of the account.
        failure: verdict.state === "sent" || result.outcome === "rejected"
          ? null
          : toFailure(result),
        sent: verdict.state === "sent",
      })),
    );
  });
}

/** Addresses of a mail that its server accepted or refused permanently. */
function mailedBy({ owed, result, verdict }: Finished) {
  const { companyId, accountId, payload: { messageId, mail } } = owed;
  if (!mail) return [];
  const place = { companyId, accountId, messageId };
  const wrong = result.wrong ?? [];
  const left = new Set(verdict.state === "sent" ? [...mail.to, ...mail.cc].map(addressIn) : []);
  for (const address of result.refused ?? []) left.delete(address);
  return [
    ...wrong.map(({ address, reason = null }) => ({ ...place, address, reason, isWrong: true })),
    ...[...left].map((address) => ({ ...place, address, reason: null, isWrong: false })),
  ];
}

const addressIn = ({ address }: MailPerson) => address;

function toFailure({ outcome, status, said }: Finished["result"]): Failure {
  return { outcome, status: status ?? null, said };
}

function partlyOf({ refused }: Finished["result"]): string | null {
  return refused ? `partly ${refused.join(", ")}`.slice(0, 500) : null;
}

/** Text for `outbox.error`, parsed by `sayError`. */
function errorOf({ outcome, status, said }: Finished["result"]): string {
  return outcome === "status" ? `status ${status}` : [outcome, said].filter(Boolean).join(" ");
}

export async function returnLeases(db: Db, owed: Owed[]): Promise<void> {
  if (owed.length === 0) return;
  await asWorker(db, (trx) =>
    trx.updateTable("outbox").set({
      state: "queued",
      state_at: sql<Date>`now()`,
      lease: null,
      leased_until: null,
    }).where("id", "in", owed.map(({ id }) => id)).where("state", "=", "sending")
      .where("lease", "in", owed.map((one) => one.lease)).execute());
}

export function findDue(db: Db, wanted: Wanted): Promise<Found> {
  const isOwed = sql`state in ('queued', 'sending') and due_at is not null`;
  return findDueIn(db, { table: "outbox", id: "id", isOwed }, wanted);
}
