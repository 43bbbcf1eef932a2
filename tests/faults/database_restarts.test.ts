import assert from "node:assert/strict";
import type { StopMode } from "../support/cluster.ts";
import { patienceMs, until } from "../support/wait.ts";
import { runTask } from "../commands/harness.ts";
import { startCallbackReceiver } from "./support/callbacks.ts";
import { newRandom } from "./support/random.ts";
import { type Answer, ask, tryToAsk } from "./support/client.ts";
import { followResponses, followStream } from "./support/followers.ts";
import { verifyFollowed, verifyKept, verifyRows } from "./support/ledger.ts";
import { Load } from "./support/load.ts";
import { proof } from "./support/proof.ts";
import { openStage, type Stage, testOn } from "./support/stage.ts";

testOn(["postgres"], "the app outlives restarts of its database under load", async (kind) => {
  const random = newRandom();
  await using stage = await openStage(kind);
  await using receiver = startCallbackReceiver({ key: stage.key, refuses: 0.05 });
  const app = await stage.start();
  const base = () => app.url;
  await using stream = await followStream({ base, as: stage.phones.get("ana")! });
  await using poll = followResponses({ base, as: stage.key });
  const load = new Load({ stage, random, base, callbackUrl: receiver.url }).start();
  let ended = false;
  app.exited.then(() => ended = true);
  for (const mode of ["fast", "immediate"] as const) {
    await load.progress(random.between(100, 200));
    const recoveredMs = await restartDatabase(stage, app.url, mode).catch((error) => {
      throw ended ? new Error(`the app ended:\n${app.log().slice(-2_000)}`) : error;
    });
    assert.ok(recoveredMs < patienceMs, `recovered after ${recoveredMs} ms`);
    proof(`Postgres restarted (${mode}): accepts again ${recoveredMs} ms after it is back`);
  }
  await load.progress(100);
  await load.finish();
  assert.equal(load.statuses.get(0) ?? 0, 0, "an answer was missing");
  assert.ok(load.statuses.get(503)! > 0, "nobody met the outage");
  // Most arrive at once; lost ones wait for the sweep of the minute.
  await verifyKept({ stage, base: app.url, load, receiver, timeoutMs: patienceMs });
  await verifyFollowed(load, { user: "ana", stream, poll });
  await stage.sql(verifyRows);
  proof(`Postgres restarted twice, seed ${random.seed}: ${load.summary}`);
});

/**
 * Stops the server, looks at what callers are told, starts it: how soon a send is accepted, in ms.
 */
async function restartDatabase(stage: Stage, base: string, mode: StopMode): Promise<number> {
  await stage.cluster!.stop({ mode });
  for (const answer of await askEverything(stage, base)) assertUnavailable(answer);
  await stage.cluster!.start();
  const startedAt = performance.now();
  await until(async () => (await send(stage, base))?.status === 202, { what: "a send to pass" });
  return Math.round(performance.now() - startedAt);
}

function send(stage: Stage, base: string): Promise<Answer | null> {
  const json = { userId: "zoe", title: crypto.randomUUID(), body: "x" };
  return tryToAsk(base, "POST", "/api/notify", { as: stage.key, json });
}

/** One request at every guard that needs the database. */
function askEverything(stage: Stage, base: string): Promise<Answer[]> {
  const { key } = stage;
  const phone = stage.phones.get("bruno")!;
  const id = crypto.randomUUID();
  const json = { userId: "zoe", title: "x", body: "x" };
  return Promise.all([
    ask(base, "POST", "/api/notify", { as: key, json }),
    ask(base, "GET", `/api/notifications/${id}`, { as: key }),
    ask(base, "DELETE", `/api/notifications/${id}`, { as: key }),
    ask(base, "GET", "/api/responses?wait=1", { as: key }),
    ask(base, "POST", `/api/responses/${id}/redeliver`, { as: key }),
    ask(base, "GET", `/api/responses/${id}/callback`, { as: key }),
    ask(base, "GET", "/api/devices", { as: key }),
    ask(base, "POST", "/api/devices/pairings", { as: key, json: { userId: "zoe" } }),
    ask(base, "POST", "/api/phone/pair", { json: { code: "ABCDEFGH" } }),
    ask(base, "GET", "/api/phone/notifications", { as: phone }),
    ask(base, "GET", "/api/phone/stream", { as: phone }),
    ask(base, "POST", `/api/phone/notifications/${id}/read`, { as: phone }),
    ask(base, "POST", `/api/phone/notifications/${id}/response`, {
      as: phone,
      json: { reply: "x" },
    }),
    // Credentials that this process has never seen.
    ask(base, "GET", "/api/devices", { as: `rlv_${id}` }),
    ask(base, "GET", "/api/phone/notifications", { as: `rld_${id}` }),
    ask(base, "GET", "/readyz"),
  ]);
}

function assertUnavailable({ status, headers, body }: Answer): void {
  assert.equal(status, 503, JSON.stringify(body));
  assert.equal(body.code, "database_unavailable");
  assert.match(headers.get("retry-after") ?? "", /^\d+$/);
}

Deno.test("a start waits for a database that is away, and then says so in one line", async () => {
  const away = "postgres://a:secret@127.0.0.1:1/x";
  const folder = await Deno.makeTempDir({ prefix: "relevo-away-" });
  const secret = (letter: string) => letter.repeat(40);
  const env = {
    ...{ DATABASE_URL: away, GATEWAY_DATABASE_URL: away, DATA_DIR: folder, PORT: "1" },
    ...{ GATEWAY_JWKS_URL: "http://127.0.0.1:1/keys", GATEWAY_AUDIENCE: "relevo-tests" },
    ...{ GATEWAY_SECRET: secret("a"), GATEWAY_AUTH_SECRET: secret("b"), GATEWAY_PORT: "1" },
    PUBLIC_URL: "http://localhost:1",
  };
  const sentence = /^relevo: the database does not answer: .*; start Postgres, or correct .*$/gm;
  await Promise.all((["start", "gateway"] as const).map(async (task) => {
    const { code, out, err } = await runTask(task, [], env);
    assert.equal(code, 1, err);
    assert.match(out, /"event":"(waiting_for_database|database_is_away)"/);
    assert.equal(err.match(sentence)?.length, 1, err);
    assert.equal(err.trimEnd().split("\n").length, 1, err);
    assert.ok(!`${out}${err}`.includes("secret"));
  }));
  await Deno.remove(folder, { recursive: true });
});
