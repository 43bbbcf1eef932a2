import assert from "node:assert/strict";
import { sql } from "kysely";
import { postNotify } from "../notify/scene.ts";
import { until } from "../support/wait.ts";
import { testOnEach } from "../support/world.ts";

testOnEach("/readyz names what waits in vain, until it gets on", async (world) => {
  const ready = () => world.call("GET", "/readyz");
  assert.equal((await ready()).status, 200);
  // The embedded database has one connection, so nothing there waits for another.
  if (world.kind !== "postgres") return;
  const { callbacks } = world.services;
  const waiting = await world.owner.db.transaction().execute(async (trx) => {
    await sql`lock table callbacks, notifications in access exclusive mode`.execute(trx);
    const waiting = [callbacks.sweep(), postNotify(world)];
    const stuck = await until(async () => {
      const { status, body } = await ready();
      return status === 503 && body.details.stuck.length === 2 && body.details.stuck;
    }, { what: "both to be stuck" });
    assert.deepEqual(stuck, ["sends", "callbacks"]);
    return waiting;
  });
  await Promise.all(waiting);
  assert.equal((await ready()).status, 200);
});
