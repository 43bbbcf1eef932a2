import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { revokeKey } from "@/lib/access/keys.ts";
import { version } from "@/lib/tools/version.ts";
import { freePort } from "../../support/process.ts";
import { type Received, redirectTo, startReceiver } from "../../support/receiver.ts";
import { until } from "../../support/wait.ts";
import { testOnEach, type World } from "../../support/world.ts";
import {
  answer,
  ask,
  askAndAnswer,
  assertFailure,
  attempted,
  callbackOf,
  callbackRow,
  inTenant,
  makeDue,
  postNotify,
} from "../scene.ts";

const redeliver = (world: World, responseId: string, key = world.keys.shop) =>
  world.call("POST", `/api/responses/${responseId}/redeliver`, { key });

/** Verifies both signatures as a receiver would, with the API key and public libraries. */
function verify(call: Received, key: string) {
  const hmac = createHmac("sha256", key).update(call.body).digest("hex");
  assert.equal(call.headers.get("x-service-signature"), `sha256=${hmac}`);
  const headers = Object.fromEntries(call.headers);
  return new Webhook(key, { format: "raw" }).verify(new TextDecoder().decode(call.body), headers);
}

testOnEach("a callback is tried again, the same bytes each time, signed afresh", async (world) => {
  const statuses = [500, 404, 200];
  await using receiver = startReceiver({
    handler: () => new Response("n'importe quoi", { status: statuses.shift()! }),
  });
  const phone = await world.pairPhone("maria");
  const { responseId, record } = await askAndAnswer(world, phone, {
    callbackUrl: `${receiver.url}/answers?shop=1`,
    data: { order: 7, note: "año" },
  });
  for (const attempt of [1, 2, 3]) {
    await attempted(world, responseId, attempt);
    await makeDue(world, responseId);
    await world.services.callbacks.sweep();
  }
  const calls = await receiver.received(3);
  for (const [at, call] of calls.entries()) {
    assert.deepEqual([call.method, call.url.pathname + call.url.search], [
      "POST",
      "/answers?shop=1",
    ]);
    assert.deepEqual(verify(call, world.keys.shop), record);
    assert.deepEqual(call.body, calls[0]!.body);
    assert.equal(call.headers.get("webhook-id"), responseId);
    assert.equal(call.headers.get("x-service-attempt"), String(at + 1));
    assert.equal(call.headers.get("content-type"), "application/json");
    assert.equal(call.headers.get("user-agent"), `Relevo/${version}`);
  }
  const { log, createdAt: _, ...callback } = (await callbackOf(world, responseId)).body.data;
  for (const [at, call] of calls.entries()) {
    const stamped = Number(call.headers.get("webhook-timestamp"));
    const [began, came] = [Date.parse(log[at].startedAt), call.at].map((ms) =>
      Math.floor(ms / 1000)
    );
    assert.ok(began! <= stamped && stamped <= came!, "the time of this very attempt");
  }
  assert.ok(Date.parse(callback.deliveredAt) > Date.now() - 60_000);
  assert.deepEqual(callback, {
    responseId,
    url: `${receiver.url}/answers?shop=1`,
    status: "delivered",
    attempts: 3,
    lastStatus: 200,
    nextAttemptAt: null,
    deliveredAt: callback.deliveredAt,
  });
  const attempts = log.map((one: Record<string, unknown>) => [one.number, one.outcome, one.status]);
  assert.deepEqual(attempts, [[1, "status", 500], [2, "status", 404], [3, "status", 200]]);
  assert.ok(log.every((one: Record<string, unknown>) => one.answer === "n'importe quoi"));
  const listed = await until(async () => {
    const { body } = await world.call("GET", "/api/responses", { key: world.keys.shop });
    return body.data[0];
  });
  const { responseId: __, url: ___, ...state } = callback;
  assert.deepEqual(listed.callback, state);
});

testOnEach("a receiver says when to come again, or that it is gone", async (world) => {
  const answers: Record<string, Response> = {
    "/later": new Response(null, { status: 503, headers: { "Retry-After": "120" } }),
    "/busy": new Response(null, { status: 429 }),
    "/gone": new Response(null, { status: 410 }),
  };
  await using receiver = startReceiver({ handler: ({ url }) => answers[url.pathname]! });
  const phone = await world.pairPhone("maria");
  const after = async (path: string) => {
    const callbackUrl = receiver.url + path;
    const { responseId } = await askAndAnswer(world, phone, { callbackUrl });
    return { responseId, ...await attempted(world, responseId, 1) };
  };
  // deno-lint-ignore no-explicit-any
  const assertNext = ({ nextAttemptAt, log }: any, seconds: number) => {
    // Counted from the answer, which came between the attempt and now.
    const from = Date.parse(nextAttemptAt) - seconds * 1_000;
    assert.ok(Date.parse(log.at(-1).startedAt) <= from && from <= Date.now(), nextAttemptAt);
  };
  const later = await after("/later");
  assert.deepEqual([later.status, later.lastStatus], ["pending", 503]);
  assertNext(later, 120);
  assertNext(await after("/busy"), 60);
  const gone = await after("/gone");
  assert.deepEqual([gone.status, gone.nextAttemptAt, gone.deliveredAt], ["gone", null, null]);
  await world.services.callbacks.sweep();
  assert.equal(receiver.requests.length, 3, "none of them is due");

  answers["/gone"] = new Response("back");
  const again = await redeliver(world, gone.responseId);
  assert.deepEqual([again.status, again.body.data.status], [200, "pending"]);
  await until(async () => (await callbackRow(world, gone.responseId)).status === "delivered");
});

testOnEach("a redirect is not followed, and is no delivery", async (world) => {
  await using elsewhere = startReceiver();
  for (const status of [301, 302, 303, 307, 308]) {
    await using receiver = startReceiver({ handler: redirectTo(`${elsewhere.url}/x`, status) });
    const phone = await world.pairPhone("maria");
    const { responseId } = await askAndAnswer(world, phone, { callbackUrl: receiver.url });
    const callback = await attempted(world, responseId, 1);
    assert.deepEqual([callback.status, callback.lastStatus], ["pending", status]);
  }
  assert.equal(elsewhere.requests.length, 0);
});

testOnEach("a receiver that is not there is an attempt with its cause", async (world) => {
  const closed = `http://127.0.0.1:${freePort()}`;
  const phone = await world.pairPhone("maria");
  const causes = { [closed]: "connect", "https://name.invalid/": "dns" };
  for (const [callbackUrl, outcome] of Object.entries(causes)) {
    const { responseId } = await askAndAnswer(world, phone, { callbackUrl });
    const callback = await attempted(world, responseId, 1);
    const [{ startedAt, durationMs, ...attempt }] = callback.log;
    assert.deepEqual(attempt, { number: 1, outcome, status: null, answer: null });
    assert.ok(Date.parse(startedAt) > Date.now() - 60_000 && durationMs >= 0);
    assert.deepEqual([callback.status, callback.lastStatus], ["pending", null]);
  }
});

testOnEach("redelivery sends once more what was delivered, with the same id", async (world) => {
  await using receiver = startReceiver();
  const phone = await world.pairPhone("maria");
  const { responseId } = await askAndAnswer(world, phone, { callbackUrl: receiver.url });
  const first = await attempted(world, responseId, 1);
  const again = await redeliver(world, responseId);
  assert.equal(again.status, 200);
  const second = await attempted(world, responseId, 2);
  assert.deepEqual([second.status, second.deliveredAt], ["delivered", first.deliveredAt]);
  const calls = await receiver.received(2);
  assert.deepEqual(calls.map(({ headers }) => headers.get("webhook-id")), [responseId, responseId]);
  verify(calls[1]!, world.keys.shop);

  const without = await askAndAnswer(world, phone);
  for (const id of [without.responseId, crypto.randomUUID(), "7"]) {
    assertFailure(await callbackOf(world, id), 404, "not_found");
    assertFailure(await redeliver(world, id), 404, "not_found");
  }
  assertFailure(await callbackOf(world, responseId, world.keys.studio), 404, "not_found");
  assertFailure(await redeliver(world, responseId, world.keys.studio), 404, "not_found");
});

testOnEach("after the twelfth failure a callback rests, until it is asked for", async (world) => {
  const state = { status: 500 };
  const { callbacks } = world.services;
  const offer = callbacks.offer.bind(callbacks);
  /** From each attempt on no alarm is heard, until the test says that it is tried again. */
  const hear = () => void (callbacks.offer = offer);
  const handler = () => {
    callbacks.offer = () => {};
    return new Response("", state);
  };
  await using receiver = startReceiver({ handler });
  const phone = await world.pairPhone("maria");
  const { responseId } = await askAndAnswer(world, phone, { callbackUrl: receiver.url });
  await attempted(world, responseId, 1);
  await inTenant(
    world,
    (trx) =>
      trx.updateTable("callbacks").set({ attempts: 11, due_at: new Date(Date.now() - 1) })
        .where("response_id", "=", responseId).execute(),
  );
  hear();
  await callbacks.sweep();
  const failed = await attempted(world, responseId, 12);
  assert.deepEqual([failed.status, failed.nextAttemptAt], ["failed", null]);
  // Asked for, it begins its schedule anew and counts its attempts on.
  hear();
  await redeliver(world, responseId);
  const again = await attempted(world, responseId, 13);
  const waitMs = Date.parse(again.nextAttemptAt) - Date.parse(again.log.at(-1).startedAt);
  assert.deepEqual([again.status, waitMs < 30_000], ["pending", true], `${waitMs} ms`);
  await inTenant(
    world,
    (trx) =>
      trx.updateTable("callbacks").set({ attempts: 22 }).where("response_id", "=", responseId)
        .execute(),
  );
  for (const [attempt, verdict] of [[23, "pending"], [24, "failed"]] as const) {
    await makeDue(world, responseId);
    hear();
    await callbacks.sweep();
    assert.equal((await attempted(world, responseId, attempt)).status, verdict);
  }
  state.status = 201;
  hear();
  await redeliver(world, responseId);
  assert.equal((await attempted(world, responseId, 25)).status, "delivered");
});

testOnEach("a revoked key is refused at once; what it owes still goes out", async (world) => {
  const state = { status: 500 };
  await using receiver = startReceiver({ handler: () => new Response("", state) });
  const phone = await world.pairPhone("maria");
  const callbackUrl = receiver.url;
  const { responseId } = await askAndAnswer(world, phone, { callbackUrl });
  const open = await ask(world, { callbackUrl });
  await attempted(world, responseId, 1);
  const row = await callbackRow(world, responseId);
  await inTenant(world, (trx) => revokeKey(trx, { companyId: 1 }, row.key_id));
  for (const path of ["/api/responses", "/api/devices", `/api/notifications/${open}`]) {
    assertFailure(await world.call("GET", path, { key: world.keys.shop }), 401, "unauthorized");
  }
  assertFailure(await postNotify(world), 401, "unauthorized");

  state.status = 200;
  assert.equal((await answer(world, phone, open, { actionId: "no" })).status, 201);
  await makeDue(world, responseId);
  await world.services.callbacks.sweep();
  const calls = await receiver.received(3);
  for (const call of calls) verify(call, world.keys.shop);
  await until(async () => (await callbackRow(world, responseId)).status === "delivered");
});

/** As if the time had passed for which the process that took the answer has its callback. */
function endLease(world: World, responseId: string) {
  return inTenant(world, (trx) =>
    trx.updateTable("callbacks").set({ leased_until: new Date(0) })
      .where("response_id", "=", responseId).execute());
}

testOnEach("what was lost on the way is found by the sweep", async (world) => {
  await using receiver = startReceiver();
  const phone = await world.pairPhone("maria");
  const { callbacks } = world.services;
  const offer = callbacks.offer.bind(callbacks);
  callbacks.offer = () => {}; // as if the process had died before the first attempt
  const { responseId } = await askAndAnswer(world, phone, { callbackUrl: receiver.url });
  callbacks.offer = offer;
  assert.equal((await callbackRow(world, responseId)).attempts, 0);
  await endLease(world, responseId);
  await callbacks.sweep();
  await receiver.received(1);
  await until(async () => (await callbackRow(world, responseId)).status === "delivered");

  // One that another process took and never finished is taken up once its lease is over.
  const lost = await askAndAnswer(world, phone, { callbackUrl: receiver.url });
  await receiver.received(2);
  await until(async () => (await callbackRow(world, lost.responseId)).status === "delivered");
  const lease = (ms: number) =>
    inTenant(world, (trx) =>
      trx.updateTable("callbacks").set({
        status: "pending",
        due_at: new Date(0),
        lease: crypto.randomUUID(),
        leased_until: new Date(Date.now() + ms),
      }).where("response_id", "=", lost.responseId).execute());
  await lease(60_000);
  await callbacks.sweep();
  offer([{ id: lost.responseId, companyId: 1, host: new URL(receiver.url).host }]);
  await until(() => callbacks.load.active === 0);
  assert.equal(receiver.requests.length, 2, "it is somebody else's");
  await lease(-1);
  await callbacks.sweep();
  await receiver.received(3);
}, { both: true });
