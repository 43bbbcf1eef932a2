import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";

/**
 * A place in a feed: the transaction that wrote a row, then the row. Rows are handed out only below
 * the oldest running transaction, so one that commits later than its neighbours is never skipped.
 */
export interface Cursor {
  txid: number;
  seq: number;
}

export const start: Cursor = { txid: 0, seq: 0 };

/** The cursor as callers carry it. */
export function writeCursor({ txid, seq }: Cursor): string {
  return `${txid.toString(36)}-${seq.toString(36)}`;
}

/** Reads a caller's cursor; `undefined` where it is none. */
export function readCursor(text: string): Cursor | undefined {
  const match = /^([0-9a-z]{1,11})-([0-9a-z]{1,11})$/.exec(text);
  if (!match) return undefined;
  const [txid, seq] = [parseInt(match[1]!, 36), parseInt(match[2]!, 36)];
  return Number.isSafeInteger(txid) && Number.isSafeInteger(seq) ? { txid, seq } : undefined;
}

/**
 * Cuts a feed's rows (in order) where they stop being settled.
 * @returns the rows to hand out, and whether an unsettled one follows that may settle any moment
 */
export function settle<Row extends Cursor & { floor: number }>(rows: Row[]) {
  const cut = rows.findIndex((row) => row.txid >= row.floor);
  return cut < 0
    ? { settled: rows, unsettled: false }
    : { settled: rows.slice(0, cut), unsettled: true };
}

// Transactions that may have passed between the last note and a dump: far more than a minute's worth.
const margin = 10_000_000;

/**
 * Notes the newest transaction id, and lifts the ids of a database that was restored into another
 * cluster, whose own may be behind those in its rows: else cursors would go blind until it caught
 * up. Run at start and every minute.
 * @returns whether the ids were lifted
 */
export async function alignTransactionIds(db: Db): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const { rows } = await sql<
      { seen: number; noted: string | null; now: number; cluster: string }
    >`
      select xid_seen as seen, cluster as noted,
        pg_current_xact_id()::text::bigint + xid_offset as now,
        (select system_identifier::text from pg_control_system()) as cluster
      from installation for update`.execute(trx);
    const { seen, noted, now, cluster } = rows[0]!;
    const moved = noted !== null && noted !== cluster;
    const lift = moved ? Math.max(0, seen - now) + margin : 0;
    await trx.updateTable("installation")
      .set((eb) => ({ xid_offset: eb("xid_offset", "+", lift), xid_seen: now + lift, cluster }))
      .execute();
    return moved;
  });
}
