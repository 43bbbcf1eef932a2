import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";

/**
 * A position in a company's feed: the transaction that wrote a row, then the row. Rows are handed out
 * only below the company's oldest running transaction, so one that commits later than its
 * neighbours is not skipped.
 */
export interface Cursor {
  txid: number;
  seq: number;
}

/**
 * The oldest transaction that may still bring rows to the company that reads, in the snapshot of
 * the statement. Computed once for a statement, and only if it has rows. It is a fact that stays
 * true, but a later one may be lower: a stranger that ends just then counts (docs/decisions/0028).
 */
export const floorNow = sql<number>`(select relevo_txid_floor())`;

export const start: Cursor = { txid: 0, seq: 0 };

/** Positive if `a` comes after `b`. */
export function compare(a: Cursor, b: Cursor): number {
  return a.txid - b.txid || a.seq - b.seq;
}

export function writeCursor({ txid, seq }: Cursor): string {
  return `${txid.toString(36)}-${seq.toString(36)}`;
}

export function readCursor(text: string): Cursor | undefined {
  const match = /^([0-9a-z]{1,11})-([0-9a-z]{1,11})$/.exec(text);
  if (!match) return undefined;
  const [txid, seq] = [parseInt(match[1]!, 36), parseInt(match[2]!, 36)];
  return Number.isSafeInteger(txid) && Number.isSafeInteger(seq) ? { txid, seq } : undefined;
}

/** @returns the rows below the company's oldest running transaction, and whether one follows */
export function settle<Row extends Cursor & { floor: number }>(rows: Row[]) {
  const cut = rows.findIndex((row) => row.txid >= row.floor);
  return cut < 0
    ? { settled: rows, unsettled: false }
    : { settled: rows.slice(0, cut), unsettled: true };
}

// Far more transaction ids than a minute uses.
const margin = 10_000_000;

/**
 * Lifts the transaction ids of a database restored into another cluster: behind those in its rows,
 * cursors would find nothing. Run at start and every minute. @returns whether they were lifted
 */
export async function alignTransactionIds(db: Db): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const { rows } = await sql<
      { newest: number; noted: string | null; now: number; cluster: string }
    >`
      select xid_seen as newest, cluster as noted,
        pg_current_xact_id()::text::bigint + xid_offset as now,
        (select system_identifier::text from pg_control_system()) as cluster
      from installation for update`.execute(trx);
    const { newest, noted, now, cluster } = rows[0]!;
    const moved = noted !== null && noted !== cluster;
    const lift = moved ? Math.max(0, newest - now) + margin : 0;
    await trx.updateTable("installation")
      .set((eb) => ({ xid_offset: eb("xid_offset", "+", lift), xid_seen: now + lift, cluster }))
      .execute();
    return moved;
  });
}
