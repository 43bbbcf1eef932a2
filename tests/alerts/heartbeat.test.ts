/** The heartbeat goes while all is well, and never from a held installation. */
import assert from "node:assert/strict";
import { Heartbeat } from "@/lib/alerts/heartbeat.ts";
import type { AlertRow } from "@/lib/alerts/state.ts";
import { RequestCounts } from "@/lib/alerts/request_counts.ts";
import { createLog } from "@/lib/tools/log.ts";
import { Hold } from "@/lib/tools/hold.ts";
import { startReceiver } from "../support/receiver.ts";

const row = (weight: AlertRow["class"]): AlertRow => ({
  ...{ name: "held", subject: "", class: weight, facts: {}, since: new Date() },
  ...{ began_at: new Date(), cleared_at: null, ended_at: null },
  ...{ mailed_at: null, noticed_at: null },
});

Deno.test("it is asked while nothing is down, and not while the installation is held", async () => {
  let status = 200;
  await using receiver = startReceiver({ handler: () => new Response(null, { status }) });
  const logged: string[] = [];
  const gate = new Hold();
  let current: AlertRow[] = [];
  const heartbeat = new Heartbeat({
    url: `${receiver.url}/beat?id=1`,
    gate,
    log: createLog("info", (line) => void logged.push(line)),
    current: () => current,
  });
  await heartbeat.beat();
  current = [row("act"), row("know")];
  await heartbeat.beat();
  assert.equal(receiver.requests.length, 2);
  assert.equal(receiver.requests[0]!.method, "GET");
  current = [row("act"), row("down")];
  await heartbeat.beat();
  current = [];
  gate.note({ since: new Date(), reason: "asked" });
  await heartbeat.beat();
  assert.equal(receiver.requests.length, 2);
  gate.note(null);
  status = 500;
  await heartbeat.beat();
  await heartbeat.beat();
  await receiver.close();
  await heartbeat.beat();
  assert.equal(logged.length, 1, "a failure is logged once");
  assert.match(logged[0]!, /heartbeat_failed.*"status":500/);
  await heartbeat.stop();
});

Deno.test("requests are counted for five minutes", () => {
  let now = 0;
  const counts = new RequestCounts(() => now);
  for (const status of [200, 404, 500, 503]) counts.note(status);
  now = 299_000;
  counts.note(200);
  assert.deepEqual(counts.read(), { count: 5, failures: 2 });
  now = 300_000;
  assert.deepEqual(counts.read(), { count: 1, failures: 0 });
  now = 86_400_000;
  assert.deepEqual(counts.read(), { count: 0, failures: 0 });
});
