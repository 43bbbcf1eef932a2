import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { asWorker } from "@/lib/db/transaction.ts";
import type { DueWork, Wanted } from "@/lib/outbound/deliveries.ts";
import { type DueTable, findDueIn, freeLeases } from "@/lib/outbound/find_due.ts";

/** Longer than a transaction may take. */
const lease = "30 seconds";
// The queue's clock may run ahead of the database's.
const early = "1 second";

export interface PendingTime {
  id: string;
  companyId: number;
  lease: string;
  attempts: number;
}

/** Leases what is due and free. `holder` gets its own leases again. */
export function leaseTimes(db: Db, ids: string[], holder: string): Promise<PendingTime[]> {
  return asWorker(db, async (trx) => {
    const { rows } = await sql<PendingTime>`
      with due as (
        select id from due_times
        where id = any(${ids}::uuid[]) and due_at <= now() + ${early}::interval
          and (leased_until is null or leased_until < now() or lease = ${holder}::uuid)
        order by id for update skip locked
      )
      update due_times t
      set lease = ${holder}::uuid, leased_until = now() + ${lease}::interval
      from due where t.id = due.id
      returning t.id, t.company_id as "companyId", t.lease, t.attempts`.execute(trx);
    return rows;
  });
}

export async function returnTimes(db: Db, pending: PendingTime[]): Promise<void> {
  if (pending.length === 0) return;
  await asWorker(db, (trx) =>
    trx.updateTable("due_times").set({ lease: null, leased_until: null })
      .where("id", "in", pending.map(({ id }) => id))
      .where("lease", "in", pending.map((one) => one.lease)).execute());
}

/** Postpones a due time, unless another process has leased it by now. */
export async function delay(db: Db, { id, lease }: PendingTime, delayMs: number): Promise<void> {
  await asWorker(db, (trx) =>
    trx.updateTable("due_times").set((eb) => ({
      attempts: eb("attempts", "+", 1),
      due_at: sql<Date>`now() + ${delayMs} * interval '1 millisecond'`,
      lease: null,
      leased_until: null,
    })).where("id", "=", id).where("lease", "=", lease).where("done_at", "is", null).execute());
}

const dueTable: DueTable = { table: "due_times", id: "id", isPending: sql`due_at is not null` };

export function findDueTimes(db: Db, wanted: Wanted): Promise<DueWork> {
  return findDueIn(db, dueTable, wanted);
}

export function freeTimes(db: Db, holders: string[]): Promise<number> {
  return asWorker(db, (trx) => freeLeases(trx, dueTable, holders));
}
