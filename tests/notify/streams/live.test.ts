import assert from "node:assert/strict";
import { until } from "../../support/wait.ts";
import { testOnEach } from "../../support/world.ts";

testOnEach("what others send upon the channel wakes everybody and ends nothing", async (world) => {
  const { database, live } = world.services;
  let woken = 0;
  const end = live.subscribe({ companyId: 1 }, () => woken++);
  for (const payload of ["{", "7", '{"a":1}', '["", 1]']) {
    const before = woken;
    await database.notify("relevo_live", [payload]);
    // The embedded database has no other speakers.
    if (world.kind === "postgres") await until(() => woken > before, { what: "to be woken" });
  }
  end();
  assert.equal((await world.call("GET", "/healthz")).status, 200);
});
