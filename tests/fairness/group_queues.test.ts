import assert from "node:assert/strict";
import { GroupQueues } from "@/lib/fairness/group_queues.ts";

Deno.test("a company with much to read delays another by one batch", async () => {
  const batches: [number, string[]][] = [];
  const queues = new GroupQueues<string>({
    most: 500,
    atOnce: 1,
    run(company, phones) {
      batches.push([company, phones]);
      // One that comes while the first company's second batch runs.
      if (batches.length === 2) queues.add(3, "late");
      return Promise.resolve();
    },
  });
  const many = Array.from({ length: 1_500 }, (_, n) => `phone ${n}`);
  for (const phone of many) queues.add(1, phone);
  for (const phone of ["a", "b", "a"]) queues.add(2, phone);
  await queues.idle();
  assert.deepEqual(batches.map(([company, phones]) => [company, phones.length]), [
    [1, 500],
    [2, 2],
    [1, 500],
    [3, 1],
    [1, 500],
  ]);
  assert.deepEqual(batches.flatMap(([company, phones]) => company === 1 ? phones : []), many);
});

Deno.test("batches of several companies run at once, never two of one", async () => {
  const running = new Map<number, PromiseWithResolvers<void>>();
  const began: number[] = [];
  const queues = new GroupQueues<number>({
    most: 1,
    atOnce: 2,
    async run(company) {
      assert.ok(!running.has(company));
      assert.ok(running.size < 2);
      began.push(company);
      const end = Promise.withResolvers<void>();
      running.set(company, end);
      if (running.size === 2 || began.length === 6) [...running.values()][0]!.resolve();
      await end.promise;
      running.delete(company);
      [...running.values()][0]?.resolve();
    },
  });
  for (const company of [1, 2, 3]) for (const item of [1, 2]) queues.add(company, item);
  await queues.idle();
  assert.deepEqual(began, [1, 2, 3, 1, 2, 3]);
});

Deno.test("a company that never stops reading gets small batches with pauses, and holds no place between", async () => {
  const batchMs = 20;
  const ran: { group: number; items: number[]; from: number; to: number }[] = [];
  const queues = new GroupQueues<number>({
    most: 4,
    atOnce: 1,
    fullSpeedMs: 0,
    async run(group, items) {
      const from = performance.now();
      await new Promise((resolve) => setTimeout(resolve, batchMs));
      ran.push({ group, items, from, to: performance.now() });
      if (ran.length === 1) queues.add(2, 1);
    },
  });
  for (const item of [1, 2, 3]) queues.add(1, item);
  await queues.idle();
  assert.deepEqual(ran.map(({ group, items }) => [group, items]), [
    [1, [1]],
    [2, [1]],
    [1, [2]],
    [1, [3]],
  ]);
  const [first, , second, third] = ran;
  for (const [before, after] of [[first!, second!], [second!, third!]] as const) {
    assert.ok(after.from - before.to >= 2 * batchMs, `${after.from - before.to} ms`);
  }
});
