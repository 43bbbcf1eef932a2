import { sql } from "kysely";
import { loseWaiting } from "@/lib/channels/out/leases.ts";
import { dropUnanswered } from "@/lib/crm/contacts/unanswered/tell_unanswered.ts";
import { dropConversationReminders } from "@/lib/crm/conversations/later.ts";
import { dropEventReminders, plannedEvents } from "@/lib/crm/events/remind_events.ts";
import { dropMornings } from "@/lib/crm/morning/send_mornings.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import { longMs, withDeadline } from "@/lib/db/deadline.ts";
import {
  asWorker,
  asWorkerInside,
  insideTenant,
  type Tenant,
  transact,
} from "@/lib/db/transaction.ts";
import { dropDueTimes, dropPushes } from "@/lib/notify/due/drop_due.ts";
import { wakeInstallation } from "@/lib/notify/streams/live.ts";
import { dropApproved } from "@/lib/sales/approvals/approved_quotes.ts";
import { readHolding } from "@/lib/service/hold/holding.ts";
import { countPending, findCompaniesWith, type PendingWork } from "@/lib/service/hold/pending.ts";
import type { Announce } from "@/lib/tools/after_commit.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import type { PendingKind } from "@/lib/words/hold.ts";
import type { Holding } from "@/lib/tools/hold.ts";

const lock = 7_354_091;

export const releaseChoices = ["keep", "send"] as const;
export type ReleaseChoice = (typeof releaseChoices)[number];

/** How many of each kind do not leave: messages that are uncertain now, and what was left out. */
export type Unsent = Partial<Record<PendingKind, number>>;

/** What a release would let go. Null where the installation is not held. */
export async function findHeld(
  db: Db,
): Promise<{ holding: Holding; pending: PendingWork[] } | null> {
  const holding = await readHolding(db);
  if (!holding) return null;
  const pending = await withDeadline(
    longMs,
    () => asWorker(db, (trx) => countPending(trx, holding.since)),
  );
  return { holding, pending };
}

/**
 * Releases the installation, in one transaction. With `keep`, of what waited before it was held,
 * messages to people become uncertain, and pushes and times that have passed are left out;
 * callbacks and programs' messages go, for a repeat is known by its id.
 * @returns what does not leave; null where it was not held
 */
export function releaseInstallation(
  db: Db,
  choice: ReleaseChoice,
  announce: Announce,
): Promise<Unsent | null> {
  return withDeadline(longMs, () =>
    transact(db, async (trx) => {
      // Takes no transaction id, unlike a lock of the row: companies can still be entered.
      await sql`select pg_advisory_xact_lock(${lock}, 0)`.execute(trx);
      const holding = await readHolding(trx);
      if (!holding) return null;
      const unsent = choice === "keep" ? await dropPending(trx, holding.since) : {};
      await trx.updateTable("installation").set({ held_since: null, held_reason: null }).execute();
      await wakeInstallation(trx);
      return unsent;
    }, announce));
}

async function dropPending(trx: Trx, before: Date): Promise<Unsent> {
  const when = { before, now: currentTime() };
  const companies = await asWorkerInside(trx, async () => ({
    reminder: await findCompaniesWith(trx, "reminder", when),
    morning: await findCompaniesWith(trx, "morning", when),
    quote: await findCompaniesWith(trx, "quote", when),
  }));
  const { rows: planned } = await asWorkerInside(trx, () => plannedEvents(when.now).execute(trx));
  const events = Map.groupBy(planned, ({ company_id }) => company_id);
  // Before the first write, as rows with cursors want it (docs/decisions/0028).
  for (const companyId of [...companies.reminder, ...companies.quote]) {
    await insideTenant(trx, companyId, () => Promise.resolve());
  }
  const unsent = await asWorkerInside(trx, () => dropEverywhere(trx, before));
  const add = (kind: PendingKind, count: number) => unsent[kind] = (unsent[kind] ?? 0) + count;
  const each = async (kind: keyof typeof companies, drop: (tenant: Tenant) => Promise<number>) => {
    for (const companyId of companies[kind]) {
      add(kind, await insideTenant(trx, companyId, () => drop({ companyId })));
    }
  };
  await each("reminder", (tenant) => {
    const ids = (events.get(tenant.companyId) ?? []).map(({ id }) => id);
    return dropEventReminders(trx, tenant, { ...when, ids });
  });
  await each("reminder", (tenant) => dropConversationReminders(trx, tenant, when));
  await each("reminder", (tenant) => dropUnanswered(trx, tenant, when));
  await each("morning", (tenant) => dropMornings(trx, tenant, when.now));
  await each("quote", (tenant) => dropApproved(trx, tenant, before));
  return Object.fromEntries(Object.entries(unsent).filter(([, count]) => count > 0));
}

/** In all companies, as the worker. */
async function dropEverywhere(trx: Trx, before: Date): Promise<Unsent> {
  const kinds = await loseWaiting(trx, before);
  const mail = kinds.filter((kind) => kind === "email").length;
  const { reminders, fallbacks } = await dropDueTimes(trx, before);
  const push = await dropPushes(trx, before);
  const message = kinds.length - mail;
  return { mail, message, push, reminder: reminders, fallback: fallbacks };
}
