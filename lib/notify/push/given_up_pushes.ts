import { sql } from "kysely";
import type { BareTrx } from "@/lib/db/connection.ts";
import { hasKey, keyRows } from "@/lib/db/keys.ts";
import { removeOld } from "@/lib/db/remove_old.ts";

interface Leased {
  id: string;
  lease: string;
}

export const leaseColumns = { id: "uuid", lease: "uuid" } as const;

/** Ends jobs whose next attempt would come too late, and notes how many were still leased so. */
export async function endOver(trx: BareTrx, leased: Leased[]): Promise<void> {
  const jobs = leased.map(({ id, lease }) => ({ id, lease }));
  const { numAffectedRows = 0n } = await sql`
    delete from push_jobs j using ${keyRows(jobs, leaseColumns)} k
    where ${hasKey(["j.id"], ["k.id"])} and j.lease = k.lease`.execute(trx);
  await noteGivenUp(trx, Number(numAffectedRows));
}

/** Counts pushes for status and alerts, but not those to a phone that ended its subscription. */
export async function noteGivenUp(trx: BareTrx, n: number): Promise<void> {
  if (n > 0) await trx.insertInto("given_up_pushes").values({ n }).execute();
}

/** Status tells of a day, and clocks may differ. @returns whether there may be more */
export function forgetGivenUp(trx: BareTrx): Promise<boolean> {
  const before = sql`now() - interval '2 days'`;
  return removeOld(trx, { table: "given_up_pushes", column: "at", before });
}
