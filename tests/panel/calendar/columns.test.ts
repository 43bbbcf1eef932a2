/** What stands side by side in a day, and the rows of bars above the days. */
import assert from "node:assert/strict";
import * as fc from "fast-check";
import { columnsOf, maxColumns, rowsOf } from "@/lib/panel/events/calendar/columns.ts";

const stretch = fc.tuple(fc.integer({ min: 0, max: 1400 }), fc.integer({ min: 1, max: 400 }))
  .map(([from, length]) => ({ from, to: from + length }));

Deno.test("overlapping events share the width, others have all of it", () => {
  const columns = columnsOf([
    { from: 60, to: 120 },
    { from: 90, to: 180 },
    { from: 120, to: 150 },
    { from: 200, to: 260 },
  ]);
  assert.deepEqual(columns, [
    { column: 0, columns: 2 },
    { column: 1, columns: 2 },
    { column: 0, columns: 2 },
    { column: 0, columns: 1 },
  ]);
});

Deno.test("no two that overlap stand in one column, and they agree on how many there are", () => {
  fc.assert(fc.property(fc.array(stretch, { maxLength: maxColumns }), (stretches) => {
    const placed = columnsOf(stretches);
    for (const [a, one] of stretches.entries()) {
      assert.ok(placed[a]!.column < placed[a]!.columns);
      for (const [b, other] of stretches.entries()) {
        if (a === b || one.from >= other.to || other.from >= one.to) continue;
        assert.notEqual(placed[a]!.column, placed[b]!.column);
        assert.equal(placed[a]!.columns, placed[b]!.columns);
      }
    }
  }));
});

Deno.test("events beyond the last column share it", () => {
  const placed = columnsOf(Array.from({ length: 30 }, () => ({ from: 0, to: 60 })));
  assert.deepEqual(new Set(placed.map(({ columns }) => columns)), new Set([maxColumns]));
  assert.equal(Math.max(...placed.map(({ column }) => column)), maxColumns - 1);
});

Deno.test("bars that share a day are in different rows, and none is lower than it must be", () => {
  const bar = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }))
    .map(([a, b]) => ({ first: Math.min(a, b), last: Math.max(a, b) }));
  fc.assert(fc.property(fc.array(bar, { maxLength: 12 }), (bars) => {
    const rows = rowsOf(bars);
    for (let day = 0; day < 7; day++) {
      const here = rows.filter((_, index) => bars[index]!.first <= day && bars[index]!.last >= day);
      assert.equal(new Set(here).size, here.length);
    }
    const busiest = Math.max(
      0,
      ...Array.from(
        { length: 7 },
        (_, day) => bars.filter(({ first, last }) => first <= day && last >= day).length,
      ),
    );
    assert.equal(Math.max(0, ...rows.map((row) => row + 1)), busiest);
  }));
});
