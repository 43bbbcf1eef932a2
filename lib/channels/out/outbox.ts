import { sql } from "kysely";
import { v7 } from "uuid";
import type { Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { problem } from "@/lib/input/errors.ts";
import { kinds } from "@/lib/channels/kinds.ts";
import { type Account, canSend, holdAccount } from "@/lib/channels/accounts/accounts.ts";
import { findNext } from "@/lib/channels/out/leases.ts";
import { type DeliveryVerb, undoMs, verbsOf } from "@/lib/channels/out/delivery.ts";
import type { Move } from "@/lib/channels/out/note_moves.ts";
import type { Payload } from "@/lib/channels/out/payload.ts";
import { standingOf, stateOf, toRetry, toSettled } from "@/lib/channels/out/recipients.ts";
import { counted } from "@/lib/tools/after_commit.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import { inputWords } from "@/lib/words/input.ts";

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
    person: payload.meta?.to ?? null,
    due_at: waits ? sql<Date>`now() + ${waitMs} * interval '1 millisecond'` : null,
  }).execute();
  trx.afterCommit(counted("relevo_messages_total", ["out", account.kind]));
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
    .select(["a.state as account", "o.recipients", "o.payload", "o.person"])
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
    ? toSettled(mail, recipients, currentTime())
    : null;
  const end = verb === "cancel" ? "cancelled" : moved ? stateOf(moved) : "sent";
  await trx.updateTable("outbox").set((eb) => ({
    state: goesNow ? "queued" : end,
    state_at: sql<Date>`now()`,
    due_at: goesNow && !isHeld ? sql<Date>`now()` : null,
    ...(goesNow ? { schedule_start: eb.ref("attempts") } : {}),
    // One that a gone process made is not counted yet.
    ...(verb === "resend" && attempts === 0 ? { attempts: 1, schedule_start: 1 } : {}),
    ...(verb === "cancel" ? {} : { error: null, code: null, note: null }),
    ...(moved ? { recipients: JSON.stringify(moved) } : {}),
  })).where("company_id", "=", companyId).where("id", "=", row.id).execute();
  if (goesNow && !isHeld) {
    const { id, host } = row;
    trx.afterCommit({ kind: "message_due", id, companyId, host, delayMs: 0 });
  }
  if (goesNow || row.person === null) return;
  const { account_id: accountId, person } = row;
  for (const next of await findNext(trx, [{ companyId, accountId, person }])) {
    trx.afterCommit({ kind: "message_due", ...next });
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
