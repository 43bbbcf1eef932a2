/** The metrics port of the app's process, as an operator starts it. */
import assert from "node:assert/strict";
import { startGroup } from "../support/group.ts";
import { freePort } from "../support/process.ts";
import { deadline, patienceMs, until } from "../support/wait.ts";
import { freeze } from "../faults/support/freeze.ts";
import { sendToAll } from "../faults/support/scenes.ts";
import { anyKind, openStage, testOn } from "../faults/support/stage.ts";
import deno from "@/deno.json" with { type: "json" };
import { readExposition, valueOf } from "./exposition.ts";

async function scrape(port: number) {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  return readExposition(await response.text());
}

testOn(
  anyKind,
  "the process offers its metrics on a port of their own, and no more",
  async (kind) => {
    const port = freePort();
    await using stage = await openStage(kind, { env: { METRICS_PORT: String(port) } });
    const app = await stage.start();
    await sendToAll(stage, app.url, {});
    const families = await scrape(port);
    assert.equal(valueOf(families, "relevo_sends_total"), 1);
    assert.equal(valueOf(families, "relevo_ready"), 1);
    const [info] = families.get("relevo_info")!.samples.get("relevo_info")!;
    assert.match(info!.labels.build!, /^[0-9a-f]{40}$/);
    const at = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
    for (
      const [path, method, status] of [
        ["/", "GET", 404],
        ["/metrics/", "GET", 404],
        ["/healthz", "GET", 404],
        ["/api/notify", "POST", 404],
        ["/metrics", "POST", 405],
        ["/metrics", "HEAD", 405],
        ["/metrics?format=x", "GET", 200],
      ] as const
    ) {
      const answer = await at(path, { method });
      await answer.body?.cancel();
      assert.deepEqual([answer.status, path, method], [status, path, method]);
      assert.equal(answer.headers.get("allow"), status === 405 ? "GET" : null);
    }
    const elsewhere = await fetch(`${app.url}/metrics`);
    await elsewhere.body?.cancel();
    assert.equal(elsewhere.status, 404, "the app's own port has none");
    await app.stop();
    await assert.rejects(scrape(port), "it ends with the process");
  },
);

testOn(anyKind, "a metrics port that is taken stops the start with a line", async (kind) => {
  await using stage = await openStage(kind);
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  const env = {
    METRICS_PORT: String(port),
    DATA_DIR: stage.dataDir("another"),
    GATEWAY_JWKS_URL: "http://127.0.0.1:1/jwks",
    GATEWAY_AUDIENCE: "relevo",
    ...(stage.databaseUrl ? { DATABASE_URL: stage.databaseUrl } : {}),
  };
  const args = deno.tasks.start.split(" ").slice(1);
  await using group = startGroup(args, env);
  assert.equal(await deadline(group.exited, patienceMs, "the start to end"), 1);
  const line = `relevo: METRICS_HOST and METRICS_PORT 127.0.0.1:${port}: the port is taken\n`;
  assert.ok(group.output().includes(line), group.output());
  assert.doesNotMatch(group.output(), /^ +at |"listening"|gateway:/m);
  listener.close();
});

testOn(["postgres"], "while the database is away or hangs, a scrape says so", async (kind) => {
  const port = freePort();
  await using stage = await openStage(kind, { env: { METRICS_PORT: String(port) } });
  const app = await stage.start();
  const isReady = async (ready: number) => {
    const families = await scrape(port);
    const stuck = valueOf(families, "relevo_stuck", { part: "database" });
    assert.ok(valueOf(families, "process_resident_memory_bytes") > 0);
    return valueOf(families, "relevo_ready") === ready && stuck === 1 - ready;
  };
  assert.ok(await isReady(1));
  {
    await using _ = await freeze(stage.cluster!);
    await until(() => isReady(0), { what: "a frozen database to be seen" });
  }
  await until(() => isReady(1), { what: "it to go on" });
  await stage.cluster!.stop({ mode: "immediate" });
  await until(() => isReady(0), { what: "a database that is away to be seen" });
  await stage.cluster!.start();
  await until(() => isReady(1), { what: "it to come back" });
  await app.stop();
});
