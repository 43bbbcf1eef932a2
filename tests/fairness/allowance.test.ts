import assert from "node:assert/strict";
import { Allowance } from "@/lib/fairness/allowance.ts";

Deno.test("in a second each group has its part, and all together have theirs", () => {
  let now = 0;
  const allowance = new Allowance({ each: 2, all: 3 }, () => now);
  const take = () => [1, 1, 1, 2, 2].map((group) => allowance.take(group));
  assert.deepEqual(take(), [true, true, false, true, false]);
  now = 999;
  assert.deepEqual(take(), [false, false, false, false, false]);
  now = 2_000;
  assert.deepEqual(take(), [true, true, false, true, false]);
});

Deno.test("a group that asked for more has none until a second in which it asked for less", () => {
  let now = 0;
  const allowance = new Allowance({ each: 2, all: 9 }, () => now);
  const take = (...groups: number[]) => groups.map((group) => allowance.take(group));
  assert.deepEqual(take(1, 1, 1, 2, 2), [true, true, false, true, true]);
  now = 1_000;
  assert.deepEqual(take(1, 2), [false, true]);
  now = 2_000;
  assert.deepEqual(take(1, 1, 1), [true, true, false]);
  // Nobody asked for anything in the second before.
  now = 4_000;
  assert.deepEqual(take(1), [true]);
});
