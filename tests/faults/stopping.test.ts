import assert from "node:assert/strict";
import { misbehaviour, startRawReceiver } from "../support/raw_receiver.ts";
import { askRaw } from "../support/wire.ts";
import { deadline, patienceMs, until } from "../support/wait.ts";
import { startCallbackReceiver } from "./support/callbacks.ts";
import { ask } from "./support/client.ts";
import { newRandom } from "./support/random.ts";
import { followResponses, followStream } from "./support/followers.ts";
import { verifyFollowed, verifyKept, verifyRows } from "./support/ledger.ts";
import { Load } from "./support/load.ts";
import { proof } from "./support/proof.ts";
import { answer, sendToAll } from "./support/scenes.ts";
import { anyKind, openStage, roundsOn, testOn } from "./support/stage.ts";

testOn(["postgres", "pglite"], "SIGTERM under load ends in order, nothing lost", async (kind) => {
  const stops = roundsOn(kind, 2, 10);
  const random = newRandom();
  await using stage = await openStage(kind);
  await using receiver = startCallbackReceiver({ key: stage.key });
  let app = await stage.start();
  const base = () => app.url;
  await using stream = await followStream({ base, as: stage.phones.get("ana")! });
  await using poll = followResponses({ base, as: stage.key });
  const load = new Load({ stage, random, base, callbackUrl: receiver.url }).start();
  let longestMs = 0;
  for (let stop = 1; stop <= stops; stop++) {
    await load.progress(random.between(50, 150));
    const startedAt = performance.now();
    app.kill("SIGTERM");
    const { code } = await app.exited;
    longestMs = Math.max(longestMs, Math.round(performance.now() - startedAt));
    assert.equal(code, 0, app.log());
    app = await stage.start({ port: app.port });
  }
  assert.ok(longestMs < patienceMs, `took ${longestMs} ms`);
  await load.progress(50);
  await load.finish();
  await verifyKept({ stage, base: app.url, load, receiver });
  await verifyFollowed(load, { user: "ana", stream, poll });
  await app.stop();
  await stage.sql(verifyRows);
  proof(`${stops}× SIGTERM on ${kind}, seed ${random.seed}, ${longestMs} ms: ${load.summary}`);
});

testOn(anyKind, "SIGTERM hands a slow callback back unspent", async (kind) => {
  await using stage = await openStage(kind);
  let app = await stage.start();
  let port: number;
  {
    await using slow = startRawReceiver(misbehaviour.neverAnswers);
    port = slow.port;
    const id = await sendToAll(stage, app.url, { callbackUrl: `${slow.url}/answers` });
    await answer(stage, app.url, id, "ana");
    await slow.connected(1);
    const headers = { Authorization: `Bearer ${stage.phones.get("bruno")}` };
    const stream = await fetch(`${app.url}/api/phone/stream`, { headers });
    const startedAt = performance.now();
    app.kill("SIGTERM");
    assert.equal((await app.exited).code, 0, app.log());
    assert.ok(performance.now() - startedAt < patienceMs);
    // Ended, not cut off: then reading it would throw.
    assert.match(await stream.text(), /^retry: 2000\nid: /);
  }
  const rows = await stage.sql((sql) =>
    sql("select status, attempts, lease, due_at <= now() as due from callbacks")
  );
  assert.deepEqual(rows, [{ status: "pending", attempts: 0, lease: null, due: true }]);
  await using receiver = startCallbackReceiver({ key: stage.key, port });
  app = await stage.start();
  await until(() => receiver.acceptedIds.size === 1, { what: "the callback" });
  assert.ok(receiver.attempts()[0]!.endsWith(" 1"), "an attempt was counted that was not made");
  assert.deepEqual(receiver.forged, []);
});

testOn(anyKind, "SIGTERM drains: unready at once, and all is served on", async (kind) => {
  await using stage = await openStage(kind, { env: { DRAIN_SECONDS: "600" } });
  await using app = await stage.start();
  const headers = { Authorization: `Bearer ${stage.phones.get("ana")}` };
  const stream = await fetch(`${app.url}/api/phone/stream`, { headers });
  const events = stream.text();
  const poll = ask(app.url, "GET", "/api/responses?wait=60", { as: stage.key });
  app.kill("SIGTERM");
  assert.match(await events, /^retry: 2000\nid: [^]*retry: 500\n\n$/);
  const { status, body } = await deadline(poll, patienceMs, "the poll to end");
  assert.deepEqual([status, body.data], [200, []]);
  assert.equal(typeof body.meta.nextCursor, "string");
  const unready = await ask(app.url, "GET", "/readyz");
  assert.deepEqual([unready.status, unready.body.details], [503, { stuck: ["draining"] }]);
  const last = await askRaw(`${app.url}/healthz`);
  assert.deepEqual([last.status, last.headers.connection], [200, "close"]);
  const again = await fetch(`${app.url}/api/phone/stream`, { headers });
  assert.match(await again.text(), /^retry: 2000\nid: [^]*\n\nretry: 500\n\n$/);
  const id = await sendToAll(stage, app.url, {});
  // What a service manager sends to each process of a unit changes nothing.
  app.kill("SIGTERM");
  await answer(stage, app.url, id, "ana");
  assert.doesNotMatch(app.log(), /"event":"stopped"/);
  let hasEnded = false;
  app.exited.then(() => hasEnded = true);
  await until(() => {
    app.kill("SIGINT");
    return hasEnded;
  }, { what: "an interrupt to end it" });
  assert.equal((await app.exited).code, 130);
});

testOn(anyKind, "SIGTERM stops once the time to drain is up", async (kind) => {
  await using stage = await openStage(kind, { env: { DRAIN_SECONDS: "2" } });
  await using app = await stage.start();
  const startedAt = performance.now();
  app.kill("SIGTERM");
  assert.equal((await app.exited).code, 0, app.log());
  assert.ok(performance.now() - startedAt >= 2_000);
  assert.match(app.log(), /"stopping",.*"signal":"SIGTERM","drainSeconds":2/);
  assert.match(app.log(), /"event":"stopped"/);
});

testOn(["postgres"], "SIGTERM ends in time while the database is away", async (kind) => {
  await using stage = await openStage(kind);
  const app = await stage.start();
  await using slow = startRawReceiver(misbehaviour.slow(1_500));
  const id = await sendToAll(stage, app.url, { callbackUrl: slow.url });
  await answer(stage, app.url, id, "ana");
  await slow.connected(1);
  await stage.cluster!.stop();
  // The receiver got it, but that cannot be stored: the stop comes while it is being retried.
  await slow.released();
  const startedAt = performance.now();
  app.kill("SIGTERM");
  assert.equal((await app.exited).code, 0, app.log());
  assert.ok(performance.now() - startedAt < patienceMs);
  await stage.cluster!.start();
  await stage.sql(verifyRows);
});
