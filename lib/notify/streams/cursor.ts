import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { alignStatement } from "@/lib/db/transaction_ids.ts";

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

/** Run at start and every minute. @returns whether ids were lifted */
export async function alignTransactionIds(db: Db): Promise<boolean> {
  const { rows } = await sql.raw<{ moved: boolean }>(alignStatement).execute(db);
  return rows[0]!.moved;
}
