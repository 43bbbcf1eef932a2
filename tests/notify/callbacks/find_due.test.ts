import assert from "node:assert/strict";
import { findDue } from "@/lib/notify/callbacks/callbacks.ts";
import type { Wanted } from "@/lib/outbound/deliveries.ts";
import { until } from "../../support/wait.ts";
import { testOnEach, type World } from "../../support/world.ts";
import { inTenant } from "../scene.ts";
import { ok, owe, poolFor } from "./pending.ts";

const wanted = { mostQueues: 100, perQueue: 5, perCompany: 12, aheadMs: 0 };

/** A sweep's findings, counted by company and host. */
async function foundBy(world: World, options: Partial<Wanted> = {}) {
  const result = await findDue(world.services.database.db, { ...wanted, ...options });
  const counts: Record<string, number> = {};
  for (const { companyId, host } of result.due) {
    const queue = `${companyId} ${host}`;
    counts[queue] = (counts[queue] ?? 0) + 1;
  }
  return { ...result, counts };
}

testOnEach(
  "a company's flood hides neither another's due work nor its other hosts'",
  async (world) => {
    await owe(world, "shared.example", 300);
    for (const host of ["a.example", "b.example", "c.example"]) await owe(world, host, 20);
    const [late] = await owe(world, "shared.example", 1, 2);
    const { counts, full, due } = await foundBy(world);
    assert.deepEqual(counts, {
      "1 a.example": 3,
      "1 b.example": 3,
      "1 c.example": 3,
      "1 shared.example": 3,
      "2 shared.example": 1,
    });
    assert.equal(full.length, 4, "of each of the first company's there may be more");
    assert.equal(due.at(-1)!.id, late, "the longest due first");
    assert.ok(due.every(({ delayMs }) => delayMs === 0));

    const queues = [{ companyId: 1, host: "shared.example" }];
    assert.deepEqual((await foundBy(world, { queues })).counts, { "1 shared.example": 5 });
    const theirs = [{ companyId: 2, host: "a.example" }];
    assert.deepEqual((await foundBy(world, { queues: theirs })).counts, {});
  },
);

testOnEach("a company with too many hosts is gone through from sweep to sweep", async (world) => {
  const hosts = ["a", "b", "c", "d", "e"].map((letter) => `${letter}.example`);
  for (const host of hosts) await owe(world, host, 1);
  await owe(world, "a.example", 1, 2);
  // Hosts without due deliveries count too.
  await inTenant(
    world,
    (trx) =>
      trx.updateTable("callbacks").set({ due_at: new Date(Date.now() + 3_600_000) })
        .where("host", "in", ["a.example", "b.example"]).where("company_id", "=", 1).execute(),
  );
  const sweeps: string[][] = [];
  let after: Wanted["after"];
  for (let sweep = 0; sweep < 4; sweep++) {
    const { counts, cutAfter } = await foundBy(world, { mostQueues: 2, after });
    sweeps.push(Object.keys(counts).sort());
    after = cutAfter;
  }
  assert.deepEqual(sweeps, [
    ["2 a.example"],
    ["1 c.example", "1 d.example", "2 a.example"],
    ["1 e.example", "2 a.example"],
    ["2 a.example"],
  ]);
});

testOnEach("what waits in the other company is sent while one floods", async (world) => {
  await owe(world, "dead.example", 40);
  for (let n = 0; n < 30; n++) await owe(world, `dead${n}.example`, 1);
  const theirs = await owe(world, "dead.example", 12, 2);
  const sent: string[] = [];
  const hanging = Promise.withResolvers<typeof ok>();
  const pool = poolFor(world, {
    most: 16,
    mostOfAll: 64,
    send: ({ id, companyId }) => {
      sent.push(id);
      return companyId === 1 ? hanging.promise : Promise.resolve(ok);
    },
  });
  await pool.sweep();
  await until(() => theirs.every((id) => sent.includes(id)), { what: "the other company's" });
  assert.ok(pool.load.active >= 12 && sent.length - theirs.length <= 16, `${sent.length}`);
  hanging.resolve(ok);
  await until(() => pool.load.active + pool.load.waiting === 0);
  assert.equal(new Set(sent).size, 82);
});
