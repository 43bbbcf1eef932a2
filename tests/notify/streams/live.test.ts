import assert from "node:assert/strict";
import { Live } from "@/lib/notify/streams/live.ts";
import { until } from "../../support/wait.ts";
import { testOnEach } from "../../support/world.ts";

testOnEach("an unknown payload on the channel wakes every stream and ends none", async (world) => {
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

testOnEach("a send to many wakes all of them in other instances too", async (world) => {
  const { database, live } = world.services;
  if (world.kind !== "postgres") return; // the embedded database has one instance
  const users = Array.from({ length: 1_000 }, (_, n) => `${"ñ\n".repeat(n % 60)}${n}`);
  const woken = new Set<string>();
  const ends = users.map((userId) =>
    live.subscribe({ companyId: 1, userId }, () => woken.add(userId))
  );
  new Live(database).publish(users.map((userId) => ({ companyId: 1, userId })));
  await until(() => woken.size === users.length, { what: "all to be woken" });
  for (const end of ends) end();
});
