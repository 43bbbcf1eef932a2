import { sql } from "kysely";
import { unknownLane } from "@/lib/channels/in/events.ts";
import { type EventOutcome, type Noted, nothing } from "@/lib/channels/in/meta/outcome.ts";
import { asOneRow, hasIdOf, idRows, keyRows, lookUp } from "@/lib/db/keys.ts";
import type { BareTrx, Db, Trx } from "@/lib/db/connection.ts";
import { asWorker, inCompany, type Tenant } from "@/lib/db/transaction.ts";

/** Events that came before what they are about: Meta keeps no order. */

const second = 1_000;
const delaysMs = [5, 30, 120, 600, 3_600, 14_400].map((seconds) => seconds * second);

/** Milliseconds until the next try of what came too early; undefined once it has waited enough. */
export function delayOf({ attempts }: { attempts: number }): number | undefined {
  return delaysMs[attempts - 1];
}

export interface Settled {
  id: number;
  attempts: number;
  /** `flood`: it is one too many of its sender. */
  outcome: EventOutcome | "flood";
}

/**
 * Ends events that are no message, or has them wait. Three statements at most.
 * @returns ms until one is due again; null where none is
 */
export async function settleEvents(
  trx: Trx,
  tenant: Tenant,
  settled: readonly Settled[],
): Promise<number | null> {
  const noted: ({ id: number } & Noted)[] = [];
  const early: { id: number; waitsFor: string; delayMs: number }[] = [];
  const floods: number[] = [];
  for (const { id, attempts, outcome } of settled) {
    const delayMs = delayOf({ attempts });
    if (outcome === "flood") floods.push(id);
    else if (!("waitsFor" in outcome)) noted.push({ id, ...outcome });
    else if (delayMs === undefined) noted.push({ id, ...nothing });
    else early.push({ id, waitsFor: outcome.waitsFor, delayMs });
  }
  await markNoted(trx, tenant, noted);
  await postpone(trx, tenant, early);
  await holdBack(trx, tenant, floods);
  return early.length > 0 ? Math.min(...early.map(({ delayMs }) => delayMs)) : null;
}

async function postpone(
  trx: Trx,
  { companyId }: Tenant,
  early: readonly { id: number; waitsFor: string; delayMs: number }[],
): Promise<void> {
  if (early.length === 0) return;
  await sql`
      update channel_events e set waits_for = k."waitsFor", leased_until = null,
        due_at = now() + k."delayMs" * interval '1 millisecond'
      from ${keyRows(early, { id: "int", waitsFor: "text", delayMs: "int" })} k
      where ${hasIdOf(companyId, "e", "k.id")}`.execute(trx);
}

/**
 * Holds back events of somebody who sends more than people do, as if they had not been leased. They
 * are read in some minutes, and after those of others: one sender's flood delays nobody.
 */
async function holdBack(
  trx: Trx,
  { companyId }: Tenant,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
      update channel_events e set lane = ${unknownLane}, waits_for = 'pace', leased_until = null,
        due_at = now() + (1 + random()) * interval '1 minute', attempts = attempts - 1
      from ${idRows(ids, "int")} k where ${hasIdOf(companyId, "e", "k.id")}`.execute(trx);
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
  const { numAffectedRows = 0n } = await inCompany(db, companyId, (trx) =>
    sql`
      update channel_events e set due_at = now() from ${
      asOneRow(sql`unnest(array(
        select id from channel_events where company_id = ${companyId}
          and account_id = ${accountId} and waits_for = ${textKey} and state = 'waiting'
          and attempts = 0 and due_at > now() order by id limit 1))`)
    } k (id)
      where ${hasIdOf(companyId, "e", "k.id")}`.execute(trx));
  return numAffectedRows > 0n;
}

/** Makes what waits for any of the keys due at once. @returns whether there was some */
export async function wake(
  trx: BareTrx,
  { companyId }: Tenant,
  keys: readonly { accountId: number; key: string }[],
): Promise<boolean> {
  if (keys.length === 0) return false;
  const { rows } = await sql<{ id: number }>`
    select e.id from ${keyRows(keys, { accountId: "int", key: "text" })} k cross join ${
    lookUp(sql`select id from channel_events
      where company_id = ${companyId} and account_id = k."accountId" and waits_for = k.key
        and state = 'waiting'`)
  } e`.execute(trx);
  if (rows.length === 0) return false;
  const ids = rows.map(({ id }) => id);
  await sql`
      update channel_events e set due_at = now()
      from ${idRows(ids, "int")} k where ${hasIdOf(companyId, "e", "k.id")}`.execute(trx);
  return true;
}

/** They are not counted as messages that somebody wrote. */
async function markNoted(
  trx: BareTrx,
  { companyId }: Tenant,
  noted: readonly ({ id: number } & Noted)[],
): Promise<void> {
  if (noted.length === 0) return;
  const rows = noted.map(({ id, of: { contactId, messageId }, automatic, dropsBytes = false }) => {
    const isOfNobody = contactId === undefined && messageId === undefined;
    // No erasure would find bytes that are nobody's.
    const drops = isOfNobody || dropsBytes;
    return { id, contactId, messageId, automatic, drops };
  });
  const columns = {
    id: "int",
    contactId: "int",
    messageId: "int",
    automatic: "jsonb",
    drops: "boolean",
  } as const;
  await sql`
      update channel_events e set state = 'read', contact_id = k."contactId",
        message_id = k."messageId", automatic = k.automatic, is_quiet = true,
        body = case when not k.drops then e.body end, waits_for = null, tried_at = now(),
        leased_until = null, problem = null, problem_text = null
      from ${keyRows(rows, columns)} k where ${hasIdOf(companyId, "e", "k.id")}`.execute(trx);
}
