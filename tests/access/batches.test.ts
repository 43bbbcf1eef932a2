import assert from "node:assert/strict";
import { Batches } from "@/lib/access/programs/batches.ts";
import type { Key } from "@/lib/access/keys.ts";
import { DatabaseTimeout, withDeadline } from "@/lib/db/deadline.ts";
import { Problem, problem } from "@/lib/input/errors.ts";
import { until } from "../support/wait.ts";

interface Item {
  key: Key;
  n: number;
}

const key: Key = { id: 1, companyId: 7, scope: "all" };

type Run = (numbers: number[]) => Promise<void> | void;

/** Batches of numbers, each answered by itself once its batch is through. */
function batchesOf(run: Run, deadlineMs = 10_000) {
  const batches: number[][] = [];
  return {
    batches,
    queue: new Batches<Item, { done: number }>({
      database: { kind: "postgres", deadlineMs },
      most: 100,
      beside: { least: 1, afterMs: 0 },
      fits: (_, __, running) => running.length === 0,
      run: async (_, items) => {
        const numbers = items.map(({ n }) => n);
        batches.push(numbers);
        await run(numbers);
        return numbers.map((done) => ({ done }));
      },
      settle: (_, { n }) => Promise.resolve({ refused: problem("internal", { cause: n }) }),
    }),
  };
}

/** What each of the numbers 0 to `count` came to: itself, or the code of its refusal. */
async function settleAll(queue: Batches<Item, { done: number }>, count: number) {
  const sends = Array.from({ length: count }, (_, n) => queue.add({ key, n }));
  return (await Promise.allSettled(sends)).map((outcome) => {
    if (outcome.status === "fulfilled") return outcome.value.done;
    return outcome.reason instanceof Problem ? outcome.reason.code : outcome.reason;
  });
}

Deno.test("one bad item among many is refused alone, in few batches", async () => {
  const { queue, batches } = batchesOf((numbers) => {
    if (numbers.includes(37)) throw new Error("bad row");
  });
  const expected = Array.from({ length: 64 }, (_, n) => n === 37 ? "internal" : n);
  assert.deepEqual(await settleAll(queue, 64), expected);
  assert.equal(batches.length, 1 + 2 * Math.log2(64));
});

Deno.test("a database that is lost midway refuses only what it had not stored", async () => {
  const { queue } = batchesOf((numbers) => {
    if (numbers.length === 8) throw new Error("bad row");
    if (numbers.includes(7)) throw new DatabaseTimeout(1);
  });
  const unavailable = Array.from({ length: 4 }, () => "database_unavailable");
  assert.deepEqual(await settleAll(queue, 8), [0, 1, 2, 3, ...unavailable]);
});

Deno.test("a database that is away is tried once for a batch", async () => {
  const { queue, batches } = batchesOf(() => {
    throw new DatabaseTimeout(1);
  });
  const outcomes = await settleAll(queue, 8);
  assert.ok(outcomes.every((outcome) => outcome instanceof DatabaseTimeout));
  assert.equal(batches.length, 1);
});

Deno.test("an item whose time is up while it waits is never run", async () => {
  const gate = Promise.withResolvers<void>();
  const { queue, batches } = batchesOf(() => gate.promise);
  const first = queue.add({ key, n: 0 });
  await until(() => batches.length === 1);
  assert.ok(queue.runningMs >= 0);
  await assert.rejects(withDeadline(20, () => queue.add({ key, n: 1 })), DatabaseTimeout);
  const third = queue.add({ key, n: 2 });
  gate.resolve();
  assert.deepEqual([await first, await third], [{ done: 0 }, { done: 2 }]);
  await queue.idle();
  assert.deepEqual(batches, [[0], [2]]);
});
