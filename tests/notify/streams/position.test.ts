import assert from "node:assert/strict";
import type { Cursor } from "@/lib/notify/streams/cursor.ts";
import { cursorBelow, earliest, maxAhead, moveOn, startAt } from "@/lib/notify/streams/position.ts";

const row = (txid: number, seq: number): Cursor => ({ txid, seq });
const from = { cursor: row(10, 1), ahead: new Map<number, number>() };

/** A page's rows: `*` marks one without a cursor of its own. */
function describe({ fresh }: ReturnType<typeof moveOn<Cursor>>): string[] {
  return fresh.map(({ row, cursor }) => `${row.txid}-${row.seq}${cursor ? "" : "*"}`);
}

Deno.test("rows above the company's oldest running transaction are given once, without a cursor", () => {
  const rows = [row(11, 5), row(14, 2), row(15, 3)];
  const first = moveOn(from, { rows, floor: 13, isLast: true });
  assert.deepEqual(describe(first), ["11-5", "14-2*", "15-3*"]);
  assert.deepEqual(first.position.cursor, cursorBelow(13));

  // One commits late, one was changed again, and one is as it was.
  const later = [row(13, 9), row(14, 2), row(16, 3)];
  const second = moveOn(first.position, { rows: later, floor: 13, isLast: true });
  assert.deepEqual(describe(second), ["13-9*", "16-3*"]);
  const third = moveOn(second.position, { rows: later, floor: 20, isLast: true });
  assert.deepEqual(describe(third), []);
  assert.deepEqual(third.position, { cursor: cursorBelow(20), ahead: new Map() });
});

Deno.test("a page that is full goes on behind its last settled row", () => {
  const full = moveOn(from, { rows: [row(11, 5), row(11, 6)], floor: 20, isLast: false });
  assert.deepEqual(full.position.cursor, row(11, 6));
  const open = moveOn(from, { rows: [row(11, 5), row(21, 6)], floor: 20, isLast: false });
  assert.deepEqual(open.position, { cursor: row(11, 5), ahead: new Map([[6, 21]]) });
  const none = moveOn(from, { rows: [row(21, 6)], floor: 20, isLast: false });
  assert.deepEqual(none.position, { cursor: from.cursor, ahead: new Map([[6, 21]]) });
});

Deno.test("a floor below an earlier one takes nothing back", () => {
  const settled = moveOn(from, { rows: [row(11, 5)], floor: 20, isLast: true });
  const ahead = moveOn(settled.position, { rows: [row(21, 7)], floor: 15, isLast: true });
  assert.deepEqual(describe(ahead), ["21-7*"]);
  assert.deepEqual(ahead.position, { cursor: cursorBelow(20), ahead: new Map([[7, 21]]) });
});

Deno.test("beyond a bound, rows wait for the open transaction", () => {
  const rows = Array.from({ length: maxAhead + 5 }, (_, seq) => row(30, seq));
  const waiting = moveOn(from, { rows, floor: 20, isLast: true });
  assert.equal(waiting.fresh.length, maxAhead);
  const settled = moveOn(waiting.position, { rows, floor: 31, isLast: true });
  assert.equal(settled.fresh.length, 5);
});

Deno.test("a reader without a position, or with one above the floor, begins at the floor", () => {
  assert.deepEqual(startAt(undefined, 20).cursor, cursorBelow(20));
  assert.deepEqual(startAt(row(35, 1), 20).cursor, cursorBelow(20));
  assert.deepEqual(startAt(row(10, 1), 20).cursor, row(10, 1));
  assert.deepEqual(earliest([row(3, 1), row(2, 9), row(2, 8)]), row(2, 8));
});
