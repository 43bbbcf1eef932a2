import { sql } from "kysely";
import { unknownLane } from "@/lib/channels/in/events.ts";
import type { Noted } from "@/lib/channels/in/meta/outcome.ts";
import type { BareTrx, Db, Trx } from "@/lib/db/connection.ts";
import { asWorker, type Tenant } from "@/lib/db/transaction.ts";

/** Events that came before what they are about: Meta keeps no order. */

const second = 1_000;
const delaysMs = [5, 30, 120, 600, 3_600, 14_400].map((seconds) => seconds * second);

/** @returns ms until its next try; null where it has waited long enough */
export async function postpone(
  trx: Trx,
  { companyId }: Tenant,
  { id, attempts }: { id: number; attempts: number },
  waitsFor: string,
): Promise<number | null> {
  const delayMs = delaysMs[attempts - 1];
  if (delayMs === undefined) return null;
  await trx.updateTable("channel_events").set({
    waits_for: waitsFor,
    due_at: sql<Date>`now() + ${delayMs} * interval '1 millisecond'`,
    leased_until: null,
  }).where("company_id", "=", companyId).where("id", "=", id).execute();
  return delayMs;
}

/**
 * Holds back an event of somebody who sends more than people do, as if it had not been leased. It is
 * read in some minutes, and after those of others: one sender's flood delays nobody.
 */
export async function holdBack(
  trx: Trx,
  { companyId }: Tenant,
  { id }: { id: number },
): Promise<void> {
  await trx.updateTable("channel_events").set((eb) => ({
    lane: unknownLane,
    waits_for: "pace",
    due_at: sql<Date>`now() + (1 + random()) * interval '1 minute'`,
    leased_until: null,
    attempts: eb("attempts", "-", 1),
  })).where("company_id", "=", companyId).where("id", "=", id).execute();
}

const textKey = "text";

/** Has an event wait until another of its account has had its text, as if it had not been leased. */
export async function putOff(
  db: Db,
  { id, companyId }: { id: number; companyId: number },
): Promise<void> {
  await asWorker(db, (trx) =>
    trx.updateTable("channel_events").set((eb) => ({
      waits_for: textKey,
      due_at: sql<Date>`now() + interval '1 minute'`,
      leased_until: null,
      attempts: eb("attempts", "-", 1),
    })).where("company_id", "=", companyId).where("id", "=", id).where("state", "=", "waiting")
      .execute());
}

/** Makes the next of those due. @returns whether there was one */
export async function wakeNext(
  db: Db,
  { companyId, accountId }: { companyId: number; accountId: number },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await asWorker(db, (trx) =>
    sql`
      update channel_events set due_at = now() where company_id = ${companyId} and id in (
        select id from channel_events where company_id = ${companyId}
          and account_id = ${accountId} and waits_for = ${textKey} and state = 'waiting'
          and attempts = 0 and due_at > now() order by id limit 1)`.execute(trx));
  return numAffectedRows > 0n;
}

/** Makes what waits for any of the keys due at once. @returns whether there was some */
export async function wake(
  trx: BareTrx,
  { companyId }: Tenant,
  keys: readonly { accountId: number; key: string }[],
): Promise<boolean> {
  if (keys.length === 0) return false;
  const { numAffectedRows = 0n } = await sql`
    update channel_events e set due_at = now()
    from json_to_recordset(${JSON.stringify(keys)}::json) as k("accountId" int, key text)
    where e.company_id = ${companyId} and e.account_id = k."accountId" and e.waits_for = k.key
      and e.state = 'waiting'`.execute(trx);
  return numAffectedRows > 0n;
}

/** Ends an event that is no message: it is not counted as one that somebody wrote. */
export async function markNoted(
  trx: Trx,
  { companyId }: Tenant,
  id: number,
  { of, automatic, dropsBytes }: Noted,
): Promise<void> {
  const isOfNobody = of.contactId === undefined && of.messageId === undefined;
  await trx.updateTable("channel_events").set({
    state: "read",
    contact_id: of.contactId ?? null,
    message_id: of.messageId ?? null,
    automatic: automatic ? JSON.stringify(automatic) : null,
    is_quiet: true,
    // No erasure would find bytes that are nobody's.
    ...(isOfNobody || dropsBytes ? { body: null } : {}),
    waits_for: null,
    tried_at: sql<Date>`now()`,
    leased_until: null,
    problem: null,
    problem_text: null,
  }).where("company_id", "=", companyId).where("id", "=", id).execute();
}
