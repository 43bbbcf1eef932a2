import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { hasKey } from "@/lib/db/keys.ts";
import { asWorker } from "@/lib/db/transaction.ts";
import type { DueWork, Wanted } from "@/lib/outbound/deliveries.ts";
import {
  type DueTable,
  findDueIn,
  freeLeases,
  lockDue,
  returnLeasesIn,
} from "@/lib/outbound/find_due.ts";

/** Longer than a transaction may take. */
const lease = "30 seconds";

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
      with due as materialized (${lockDue(dueTable, ids, holder)})
      update due_times t
      set lease = ${holder}::uuid, leased_until = now() + ${lease}::interval
      from due where ${hasKey(["t.id"], ["due.id"])}
      returning t.id, t.company_id as "companyId", t.lease, t.attempts`.execute(trx);
    return rows;
  });
}

export function returnTimes(db: Db, pending: PendingTime[]): Promise<void> {
  return returnLeasesIn(db, dueTable, pending);
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
