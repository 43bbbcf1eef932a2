/** What stands side by side in a day, and the rows of bars above the days. */
import assert from "node:assert/strict";
import * as fc from "fast-check";
import { lanesOf, maxLanes, rowsOf } from "@/lib/panel/events/calendar/lanes.ts";

const stretch = fc.tuple(fc.integer({ min: 0, max: 1400 }), fc.integer({ min: 1, max: 400 }))
  .map(([from, length]) => ({ from, to: from + length }));

Deno.test("what overlaps shares the width, and what does not has all of it", () => {
  const lanes = lanesOf([
    { from: 60, to: 120 },
    { from: 90, to: 180 },
    { from: 120, to: 150 },
    { from: 200, to: 260 },
  ]);
  assert.deepEqual(lanes, [
    { lane: 0, lanes: 2 },
    { lane: 1, lanes: 2 },
    { lane: 0, lanes: 2 },
    { lane: 0, lanes: 1 },
  ]);
});

Deno.test("no two that overlap stand in one lane, and they agree on how many there are", () => {
  fc.assert(fc.property(fc.array(stretch, { maxLength: maxLanes }), (stretches) => {
    const placed = lanesOf(stretches);
    for (const [a, one] of stretches.entries()) {
      assert.ok(placed[a]!.lane < placed[a]!.lanes);
      for (const [b, other] of stretches.entries()) {
        if (a === b || one.from >= other.to || other.from >= one.to) continue;
        assert.notEqual(placed[a]!.lane, placed[b]!.lane);
        assert.equal(placed[a]!.lanes, placed[b]!.lanes);
      }
    }
  }));
});

Deno.test("more than fit share the last lane", () => {
  const placed = lanesOf(Array.from({ length: 30 }, () => ({ from: 0, to: 60 })));
  assert.deepEqual(new Set(placed.map(({ lanes }) => lanes)), new Set([maxLanes]));
  assert.equal(Math.max(...placed.map(({ lane }) => lane)), maxLanes - 1);
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
