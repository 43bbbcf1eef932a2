import assert from "node:assert/strict";
import type { PostResult } from "@/lib/outbound/outbound.ts";
import { until } from "../../support/wait.ts";
import { testOnEach } from "../../support/world.ts";
import { inTenant } from "../scene.ts";
import { broken, countIn, ok, owe, poolFor } from "./pending.ts";

testOnEach("two pools on one database never send the same attempt", async (world) => {
  const ids = await owe(world, "a.example", 300);
  const sent: string[] = [];
  const makePool = () =>
    poolFor(world, {
      send: ({ id }) => {
        sent.push(id);
        return Promise.resolve(ok);
      },
    });
  const pools = [makePool(), makePool(), makePool()];
  const due = ids.map((id) => ({ id, companyId: 1, host: "a.example" }));
  await Promise.all(pools.map((pool) => pool.sweep()));
  for (const pool of pools) pool.offer(due);
  await until(async () => await countIn(world, "delivered") === 300);
  await until(() => pools.every(({ load }) => load.active + load.waiting === 0));
  assert.equal(sent.length, 300);
  assert.deepEqual(new Set(sent), new Set(ids));
});

testOnEach("a host with more than fits is worked off entirely", async (world) => {
  await owe(world, "full.example", 1_250);
  const few = await owe(world, "other.example", 3);
  const order: string[] = [];
  const pool = poolFor(world, {
    maxPerHost: 50,
    send: ({ id }) => {
      order.push(id);
      return Promise.resolve(ok);
    },
  });
  await pool.sweep();
  assert.ok(pool.load.waiting <= 503, String(pool.load.waiting));
  await until(async () => await countIn(world, "delivered") === 1_253);
  assert.equal(order.length, 1_253);
  const places = few.map((id) => order.indexOf(id));
  assert.ok(Math.max(...places) < 200, `the other host is not kept waiting: ${places}`);
});

testOnEach("one slow host takes its few places, and no other's", async (world) => {
  await owe(world, "slow.example", 40);
  const quick = await owe(world, "quick.example", 40);
  const release = Promise.withResolvers<void>();
  const running = { now: 0, most: 0 };
  const sent: string[] = [];
  const pool = poolFor(world, {
    maxPerHost: 8,
    send: async ({ id, url }) => {
      sent.push(id);
      if (url.includes("quick")) return ok;
      running.most = Math.max(running.most, ++running.now);
      await release.promise;
      running.now--;
      return ok;
    },
  });
  await pool.sweep();
  await until(() => quick.every((id) => sent.includes(id)), { what: "the quick ones" });
  assert.equal(running.most, 8);
  release.resolve();
  await until(async () => await countIn(world, "delivered") === 80);
});

testOnEach("a failing host is paused; nothing is dropped, and all goes on after", async (world) => {
  const ids = await owe(world, "down.example", 60);
  await owe(world, "up.example", 5);
  const clock = { now: 0 };
  const tried = new Map<string, number>();
  const state = { up: false };
  const pool = poolFor(world, {
    now: () => clock.now,
    send: ({ id, url }) => {
      tried.set(id, (tried.get(id) ?? 0) + 1);
      return Promise.resolve(url.includes("down") && !state.up ? broken : ok);
    },
  });
  await pool.sweep();
  await until(() => pool.load.active === 0 && tried.size >= 15, { what: "the pause" });
  await until(async () => await countIn(world, "delivered") === 5);
  const before = ids.filter((id) => tried.has(id)).length;
  assert.ok(before >= 10 && before < 30, `${before} were tried before the pause`);
  const due = ids.map((id) => ({ id, companyId: 1, host: "down.example" }));
  pool.offer(due);
  await pool.sweep();
  assert.equal(pool.load.active, 0, "paused is paused");
  assert.equal(pool.load.waiting, 60, "and those who were offered wait");

  clock.now += 30_000;
  pool.offer(due.slice(-1));
  await until(() => pool.load.active === 0 && ids.filter((id) => tried.has(id)).length > before);
  assert.equal(ids.filter((id) => tried.has(id)).length, before + 1, "one call, to see");
  clock.now += 30_000;
  state.up = true;
  pool.offer(due.slice(-1));
  const late = async () => await countIn(world, "delivered") >= 65 - before - 1;
  await until(late, { what: "all that were not tried yet" });
  await inTenant(
    world,
    (trx) =>
      trx.updateTable("callbacks").set({ due_at: new Date(0) }).where("status", "=", "pending")
        .execute(),
  );
  await pool.sweep();
  await until(async () => await countIn(world, "delivered") === 65);
  await pool.stop(100);
});

testOnEach(
  "exhausted callbacks that are sent again count as failures of their host",
  async (world) => {
    const ids = await owe(world, "down.example", 40);
    await inTenant(world, (trx) => trx.updateTable("callbacks").set({ attempts: 12 }).execute());
    let tried = 0;
    const pool = poolFor(world, {
      now: () => 0,
      send: () => {
        tried++;
        return Promise.resolve(broken);
      },
    });
    pool.offer(ids.map((id) => ({ id, companyId: 1, host: "down.example" })));
    await until(() => pool.load.active === 0 && tried >= 10);
    assert.ok(tried < 30, `${tried} before the pause`);
    assert.equal(await countIn(world, "failed"), tried);
    await pool.stop(100);
  },
);

testOnEach("a pool that stops hands back what it could not finish", async (world) => {
  const ids = await owe(world, "hangs.example", 20);
  let begun = 0;
  const pool = poolFor(world, {
    send: (_, signal) => {
      begun++;
      const { promise, resolve } = Promise.withResolvers<PostResult>();
      signal.addEventListener("abort", () => resolve({ outcome: "aborted", durationMs: 1 }));
      return promise;
    },
  });
  await pool.sweep();
  await until(() => begun === 8);
  await pool.stop(20);
  pool.offer(ids.map((id) => ({ id, companyId: 1, host: "hangs.example" })));
  await pool.sweep();
  assert.deepEqual([begun, pool.load], [8, { active: 0, waiting: 0 }]);
  const rows = await inTenant(world, (trx) => trx.selectFrom("callbacks").selectAll().execute());
  for (const row of rows) {
    assert.deepEqual([row.status, row.lease, row.attempts], ["pending", null, 0]);
    assert.ok(row.due_at!.getTime() < Date.now());
  }
});
