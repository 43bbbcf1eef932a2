import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { Batcher } from "@/lib/work/batcher.ts";
import { until } from "../support/wait.ts";

interface Item {
  n: number;
  /** How many turns of the event loop pass before it is added. */
  wait: number;
  /** Two of one group may not share a batch. */
  group: number;
  /** Makes its batch fail. */
  bad: boolean;
}

const item = fc.record({
  wait: fc.integer({ min: 0, max: 6 }),
  group: fc.integer({ min: 0, max: 5 }),
  bad: fc.boolean().map((bad) => bad),
});

const groupOf = ({ group }: Item) => group;

async function queues(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await setImmediate();
}

Deno.test("each item gets its own result, once, in batches that fit, few at a time", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(item, { maxLength: 40 }),
      fc.integer({ min: 1, max: 7 }),
      fc.boolean(),
      fc.integer({ min: 1, max: 3 }),
      async (inputs, most, grouped, atOnce) => {
        const items: Item[] = inputs.map((one, n) => ({ ...one, n, bad: one.bad && n % 5 === 0 }));
        const batches: Item[][] = [];
        const runningNow = new Set<Item[]>();
        const batcher = new Batcher<Item, number>(async (batch) => {
          runningNow.add(batch);
          assert.ok(runningNow.size <= atOnce, "too many batches at once");
          const groups = [...runningNow].flatMap((one) => [...new Set(one.map(groupOf))]);
          if (grouped) assert.equal(new Set(groups).size, groups.length, "none of a running group");
          batches.push(batch);
          await queues(batch.length % 3);
          runningNow.delete(batch);
          if (batch.some(({ bad }) => bad)) throw new Error(`batch ${batches.length}`);
          return batch.map(({ n }) => n * 10);
        }, {
          most,
          atOnce,
          fits: grouped
            ? (one, chosen, running) =>
              [...chosen, ...running].every(({ group }) => group !== one.group)
            : undefined,
        });
        const results = await Promise.allSettled(items.map(async (one) => {
          await queues(one.wait);
          return await batcher.add(one);
        }));
        await batcher.idle();
        const batchOf = (n: number) => batches.find((batch) => batch.some((one) => one.n === n))!;
        for (const [n, result] of results.entries()) {
          const failed = batchOf(n).some(({ bad }) => bad);
          if (failed) assert.equal(result.status, "rejected");
          else assert.deepEqual(result, { status: "fulfilled", value: n * 10 });
        }
        assert.equal(batches.flat().length, items.length, "nothing twice, nothing left");
        for (const batch of batches) {
          assert.ok(batch.length >= 1 && batch.length <= most);
          if (grouped) assert.equal(new Set(batch.map(({ group }) => group)).size, batch.length);
        }
      },
    ),
    { numRuns: 60, seed: 7 },
  );
});

Deno.test("what arrives while a batch runs goes together as the next", async () => {
  const gate = Promise.withResolvers<void>();
  const sizes: number[] = [];
  const batcher = new Batcher<number, number>(async (batch) => {
    sizes.push(batch.length);
    if (sizes.length === 1) await gate.promise;
    return batch;
  }, { most: 100 });
  const first = batcher.add(0);
  await queues(2);
  const rest = Array.from({ length: 50 }, (_, n) => batcher.add(n));
  gate.resolve();
  assert.equal(await first, 0);
  assert.deepEqual(await Promise.all(rest), Array.from({ length: 50 }, (_, n) => n));
  assert.deepEqual(sizes, [1, 50]);
  await batcher.idle();
  assert.equal(await batcher.add(7), 7, "and it goes on after a rest");
});

Deno.test("a second batch begins beside the first, and what clashes with it waits", async () => {
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const began: string[] = [];
  const batcher = new Batcher<string, string>(async (batch) => {
    began.push(batch.join());
    const gate = Promise.withResolvers<void>();
    gates.set(batch[0]!, gate);
    await gate.promise;
    return batch;
  }, {
    most: 9,
    atOnce: 2,
    fits: (one, chosen, running) => ![...chosen, ...running].includes(one),
  });
  const open = async (name: string) => {
    await queues(2);
    gates.get(name)!.resolve();
    await queues(2);
  };
  const all = [batcher.add("a")];
  await queues(2);
  all.push(batcher.add("a"));
  await queues(2);
  assert.deepEqual(began, ["a"], "the same waits for its end");
  all.push(batcher.add("b"));
  await queues(2);
  all.push(batcher.add("c"));
  await queues(2);
  assert.deepEqual(began, ["a", "b"], "no third beside two");
  assert.ok(batcher.runningMs > 0);
  await open("b");
  assert.deepEqual(began, ["a", "b", "c"]);
  await open("a");
  assert.deepEqual(began, ["a", "b", "c", "a"]);
  await open("c");
  await open("a");
  assert.deepEqual(await Promise.all(all), ["a", "a", "b", "c"]);
  assert.equal(batcher.runningMs, 0);
});

Deno.test("beside a batch a small one waits for more, or until the batch is late", async () => {
  const sizes: number[] = [];
  const gate = Promise.withResolvers<void>();
  const batcherOf = (afterMs: number) =>
    new Batcher<number, number>(async (batch) => {
      sizes.push(batch.length);
      await gate.promise;
      return batch;
    }, { most: 9, atOnce: 2, beside: { least: 3, afterMs } });
  const [patient, quick] = [batcherOf(60_000), batcherOf(1)];
  const all = [patient.add(0)];
  await queues(2);
  all.push(patient.add(1), patient.add(2));
  await queues(4);
  assert.deepEqual(sizes, [1], "two are not enough");
  all.push(patient.add(3));
  await queues(4);
  assert.deepEqual(sizes, [1, 3]);
  all.push(quick.add(4));
  await queues(2);
  all.push(quick.add(5));
  await until(() => sizes.length === 4, { what: "the batch to be late" });
  assert.deepEqual(sizes, [1, 3, 1, 1]);
  gate.resolve();
  assert.deepEqual(await Promise.all(all), [0, 1, 2, 3, 4, 5]);
  await Promise.all([patient.idle(), quick.idle()]);
});

Deno.test("those who came first go first, but for those who do not fit", async () => {
  const order: string[][] = [];
  const batcher = new Batcher<string, void>((batch) => {
    order.push(batch);
    return Promise.resolve(batch.map(() => {}));
  }, { most: 3, fits: (one, chosen) => !chosen.includes(one) });
  await Promise.all(["a", "a", "b", "a", "c", "d"].map((one) => batcher.add(one)));
  assert.deepEqual(order, [["a", "b", "c"], ["a", "d"], ["a"]]);
});
