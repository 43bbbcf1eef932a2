import { compare, type Cursor } from "@/lib/notify/streams/cursor.ts";

/**
 * Read position of a stream that sends rows early: while another transaction of the company is
 * open, older rows may still appear.
 */
export interface Position {
  /** Every row up to here was sent: another reader may continue here without missing one. */
  cursor: Cursor;
  /** Rows above it that were sent: the transaction that wrote each, by its `seq`. */
  ahead: ReadonlyMap<number, number>;
}

/** More rows than that are not sent ahead: they wait for the open transaction. */
export const maxAhead = 1_000;

interface Page<Row> {
  /** The rows after the position's cursor, in order. */
  rows: Row[];
  floor: number;
  isLast: boolean;
}

/** Just below the company's oldest transaction: a reader that starts here misses nothing. */
export function cursorBelow(floor: number): Cursor {
  return { txid: floor - 1, seq: Number.MAX_SAFE_INTEGER };
}

/** The position of a reader who has come to `from`, or who begins now. */
export function startAt(from: Cursor | undefined, floor: number): Position {
  // One above it may be another company's, whose phone shares the stream: that may repeat rows.
  const cursor = from && from.txid < floor ? from : cursorBelow(floor);
  return { cursor, ahead: new Map() };
}

/** @returns the rows to send, with the cursor after each where it is settled, and how far that is */
export function moveOn<Row extends Cursor>(
  { cursor: from, ahead: earlier }: Position,
  { rows, floor, isLast }: Page<Row>,
): { fresh: { row: Row; cursor: Cursor | null }[]; position: Position } {
  const isSettled = ({ txid }: { txid: number }) => txid < floor;
  const last = rows.findLast(isSettled);
  const reached = isLast ? cursorBelow(floor) : last ? cursorOf(last) : from;
  // A later floor may be lower; settled rows stay settled.
  const cursor = compare(reached, from) > 0 ? reached : from;
  const ahead = new Map([...earlier].filter(([seq, txid]) => compare({ txid, seq }, cursor) > 0));
  const fresh: { row: Row; cursor: Cursor | null }[] = [];
  for (const row of rows) {
    if (earlier.get(row.seq) === row.txid) continue;
    if (isSettled(row)) fresh.push({ row, cursor: cursorOf(row) });
    else if (ahead.size < maxAhead) {
      ahead.set(row.seq, row.txid);
      fresh.push({ row, cursor: null });
    }
  }
  return { fresh, position: { cursor, ahead } };
}

export function earliest(cursors: Cursor[]): Cursor {
  return cursors.reduce((a, b) => compare(a, b) <= 0 ? a : b);
}

function cursorOf({ txid, seq }: Cursor): Cursor {
  return { txid, seq };
}
