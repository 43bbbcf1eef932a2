import { sql } from "kysely";
import type { BareTrx, Db } from "@/lib/db/connection.ts";
import type { Log } from "@/lib/tools/log.ts";

/** A lock that waits has all who come after it wait too, so it is given up after this time. */
export const lockMs = 2_000;
const quietTries = 3;
const longestPauseMs = 5_000;
const usualMs = 15 * 60_000;

/** Others held what a migration must lock, for longer than anybody should wait. */
export class LockNotGiven extends Error {
  override name = "LockNotGiven";
}

export interface Patience {
  what: Record<string, unknown>; // the migration and its step
  log?: Log;
  longestMs?: number;
}

/** Runs `work` in a transaction, and again as long as it does not get its locks. */
export async function patiently(
  db: Db,
  work: (trx: BareTrx) => Promise<void>,
  { what, log, longestMs = usualMs }: Patience,
): Promise<void> {
  const until = Date.now() + longestMs;
  for (let tries = 1;; tries++) {
    try {
      return await db.transaction().execute(async (trx) => {
        await sql`select set_config('lock_timeout', ${String(lockMs)}, true)`.execute(trx);
        await work(trx);
      });
    } catch (error) {
      if (!isLockRefusal(error)) throw error;
      const { message } = error as Error;
      if (Date.now() > until) throw new LockNotGiven(`${nameOf(what)}: ${message}`);
      if (tries >= quietTries) log?.warn("migration_waits_for_lock", { ...what, tries, message });
      await pause(Math.min(longestPauseMs, 100 * 2 ** tries));
    }
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export function isLockRefusal(error: unknown): boolean {
  return ["55P03", "40P01"].includes((error as { code?: string }).code ?? "");
}

function nameOf(what: Record<string, unknown>): string {
  return Object.values(what).join(", ");
}
