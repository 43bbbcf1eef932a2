import assert from "node:assert/strict";
import { sql } from "kysely";
import {
  currentDeadline,
  DatabaseTimeout,
  Deadline,
  outsideRequests,
  withDeadline,
} from "@/lib/db/deadline.ts";
import { Batcher } from "@/lib/work/batcher.ts";
import { until } from "../support/wait.ts";
import { testOnEach } from "../support/world.ts";

const never = () => new Promise<never>(() => {});

Deno.test("what is not answered in time is given up, once", async () => {
  const deadline = new Deadline(100);
  let calls = 0;
  const startedAt = performance.now();
  await assert.rejects(deadline.wait(never, () => calls++), DatabaseTimeout);
  const tookMs = performance.now() - startedAt;
  assert.ok(tookMs >= 99, `gave up after ${tookMs} ms`);
  assert.equal(calls, 1);
});

Deno.test("what has no time left is not begun", async () => {
  const [begun, ends] = [[] as number[], [] as number[]];
  const begin = () => Promise.resolve(begun.push(1));
  await assert.rejects(new Deadline(0).wait(begin, () => ends.push(1)), DatabaseTimeout);
  assert.deepEqual([begun, ends], [[], [1]]);
});

Deno.test("waits use up one time together, and a pause gives it back", async () => {
  const deadline = new Deadline(200);
  const remaining: number[] = [];
  const note = () => remaining.push(deadline.leftMs);
  const waits = [deadline.wait(never, note), deadline.wait(never, note)];
  assert.deepEqual((await Promise.allSettled(waits)).map(({ status }) => status), [
    "rejected",
    "rejected",
  ]);
  // At that very moment: from the second on it comes back.
  assert.ok(remaining.length === 2 && Math.max(...remaining) < 100, `${remaining}`);
  await until(() => deadline.leftMs === 200, { what: "all of it to be back" });
  assert.equal(await deadline.wait(() => Promise.resolve(7), () => {}), 7);
});

Deno.test("a batch has no request's deadline, nor has what is outside of requests", async () => {
  const values: unknown[] = [];
  const batcher = new Batcher<number, void>((items) => {
    values.push(currentDeadline());
    return Promise.resolve(items.map(() => {}));
  }, { most: 10 });
  await withDeadline(1_000, async () => {
    assert.equal(currentDeadline()?.totalMs, 1_000);
    await batcher.add(1);
    outsideRequests(() => values.push(currentDeadline()));
    assert.equal(currentDeadline()?.totalMs, 1_000);
  });
  assert.deepEqual(values, [undefined, undefined]);
});

testOnEach("the server's own limits follow a longer deadline, and come back", async (world) => {
  if (world.kind !== "postgres") return;
  const { db } = world.services.database;
  const limit = async () => {
    const { rows } = await sql<{ limit: string }>`
      select current_setting('statement_timeout') as limit`.execute(db);
    return rows[0]!.limit;
  };
  const ordinary = await limit();
  assert.equal(await withDeadline(600_000, limit), "10min");
  assert.equal(await withDeadline(1_000, limit), ordinary);
  assert.equal(await limit(), ordinary);
  const pid = async () => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    return rows[0]!.pid;
  };
  const pids = new Set<number>();
  const most = 20; // of the pool
  for (let n = 0; n <= most; n++) pids.add(await withDeadline(600_000, pid));
  assert.ok(pids.size <= most, "its connections are used again");
});
