import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { authorityPem, certificateFor } from "../../support/certificates.ts";
import {
  created,
  type PushAnswer,
  refusing,
  startPushService,
} from "../../support/push_service.ts";
import { misbehaviour, startRawReceiver } from "../../support/raw_receiver.ts";
import { until } from "../../support/wait.ts";
import { testOnEach, type World } from "../../support/world.ts";
import { assertFailure, readBack, send } from "../scene.ts";
import { endpoints, jobs, pairPushed, pushAll, pushNow, putSubscription } from "./scene.ts";

const pushed = { pushCa: authorityPem(), env: { PUSH_HOSTS: "localhost:*" } };

/** Sends to maria and waits until nothing is pending any more; her status then. */
async function settled(world: World, fields = {}): Promise<string> {
  const { notificationId } = await send(world, fields);
  await until(async () => (await jobs(world)).length === 0, { what: "no push to be owed" });
  return (await readBack(world, notificationId)).recipients[0].status;
}

/** Waits until the only job was tried so often. */
function tried(world: World, attempts: number) {
  return until(async () => {
    const [job] = await jobs(world);
    return job && job.attempts >= attempts && job.lease === null && job;
  }, { what: `${attempts} attempts` });
}

const logged = (world: World, event: string) =>
  world.logged.filter((line) => line.includes(`"${event}"`));

for (const status of [404, 410]) {
  testOnEach(`${status} forgets the subscription, in every company`, async (world) => {
    await using service = startPushService({ answer: refusing(status) });
    const phone = await world.pairPhone("maria");
    const other = await world.pairPhone("maria", world.keys.studio);
    const subscription = service.subscribe("shared");
    for (const one of [phone, other]) await putSubscription(world, one, subscription);
    assert.equal(await settled(world), "failed");
    assert.deepEqual([await endpoints(world), await endpoints(world, 2)], [[], []]);
    assert.equal(await settled(world), "queued", "nothing is left to push to");
    assert.equal(service.pushed.length, 1);
    await putSubscription(world, phone, service.subscribe("anew"));
    service.answerWith(created);
    assert.equal(await settled(world), "sent");
  }, pushed);
}

for (const status of [400, 401, 403]) {
  testOnEach(`${status} is our fault: logged, and the subscription stays`, async (world) => {
    await using service = startPushService({ answer: refusing(status) });
    await pairPushed(world, service, "maria");
    assert.equal(await settled(world), "failed");
    assert.equal(logged(world, "push_refused").length, 1);
    assert.equal((await endpoints(world)).length, 1);
    service.answerWith(created);
    assert.equal(await settled(world), "sent");
  }, pushed);
}

testOnEach("413 is answered with a shorter push at once", async (world) => {
  const picky: PushAnswer = ({ bytes }) => new Response(null, { status: bytes > 900 ? 413 : 201 });
  await using service = startPushService({ answer: picky });
  const { deviceId } = await pairPushed(world, service, "maria");
  assert.equal(await settled(world, { body: "ñ".repeat(2_000) }), "sent");
  const [long, short] = service.pushed;
  assert.ok(long!.plainBytes <= 2_500 && long!.plainBytes > 2_490, `${long!.plainBytes}`);
  const { body, data } = short!.payload.notification;
  assert.deepEqual([body, data.device, data.id], [
    "Información · Primary",
    deviceId,
    long!.payload.notification.data.id,
  ]);
  service.answerWith(refusing(413));
  assert.equal(await settled(world), "failed");
}, pushed);

testOnEach(
  "429 and 5xx are tried again, not before Retry-After, and count as sent",
  async (world) => {
    const { pool } = world.services.push!;
    const offer = pool.offer.bind(pool);
    let count = 0;
    await using service = startPushService({
      answer(message) {
        // From the second on no alarm is heard: the test says when it is tried again.
        if (++count === 2) pool.offer = () => {};
        return refusing(503)(message);
      },
    });
    await pairPushed(world, service, "maria");
    const { notificationId } = await send(world);
    await service.received(2); // the alarm of the first retry, after 1 s
    const second = await tried(world, 2);
    const waitMs = second.due_at.getTime() - service.pushed[1]!.at;
    const leftMs = second.due_at.getTime() - Date.now();
    assert.ok(waitMs >= 4_000 && leftMs <= 6_000, `${waitMs} ms, and ${leftMs} ms are left`);
    service.answerWith(refusing(429, { "Retry-After": "1800" }));
    pool.offer = offer;
    await pushNow(world);
    await until(async () => (await jobs(world))[0]!.due_at.getTime() > Date.now() + 1_700_000);
    assert.equal((await readBack(world, notificationId)).recipients[0].status, "queued");
    service.answerWith(created);
    await pushAll(world);
    assert.equal((await readBack(world, notificationId)).recipients[0].status, "sent");
  },
  pushed,
);

testOnEach("a push is given up when its next attempt would come too late", async (world) => {
  await using service = startPushService({ answer: refusing(503, { "Retry-After": "90" }) });
  await pairPushed(world, service, "maria");
  assert.equal(await settled(world, { ttl: 60 }), "queued");
  assert.equal(service.pushed.length, 1);
}, pushed);

testOnEach("a recipient is sent by one phone, and failed only without any", async (world) => {
  const answer: PushAnswer = ({ browser }) =>
    new Response(null, { status: browser === "good" ? 201 : 403 });
  await using service = startPushService({ answer });
  await pairPushed(world, service, "maria", { browser: "bad" });
  await pairPushed(world, service, "maria", { browser: "worse" });
  assert.equal(await settled(world), "failed");
  await pairPushed(world, service, "maria", { browser: "good" });
  assert.equal(await settled(world), "sent");
}, pushed);

testOnEach("a service that hangs or cannot be trusted is tried again", async (world) => {
  await using silent = startRawReceiver(misbehaviour.neverAnswers, { tls: certificateFor() });
  await using untrusted = startPushService({ tls: certificateFor({ signedBy: "stranger" }) });
  await using expired = startPushService({ tls: certificateFor({ days: -1 }) });
  await pairPushed(world, untrusted, "maria");
  await pairPushed(world, expired, "maria", { browser: "expired" });
  const hanging = untrusted.subscribe("hangs");
  const endpoint = `https://localhost:${silent.port}/push/1`;
  await putSubscription(world, await world.pairPhone("maria"), { ...hanging, endpoint });
  await send(world);
  await silent.connected(1);
  const outcomes = () => logged(world, "push_attempt").map((line) => JSON.parse(line).outcome);
  await until(() => outcomes().includes("timeout"), { what: "the time-out" });
  assert.ok(outcomes().indexOf("timeout") >= 2, `the silent one holds up no other: ${outcomes()}`);
  assert.ok(outcomes().includes("tls"));
  assert.equal(untrusted.pushed.length + expired.pushed.length, 0);
}, pushed);

testOnEach(
  "an address that is no push service's is refused, and every wrong field named",
  async (world) => {
    await using service = startPushService();
    const phone = await world.pairPhone("maria");
    const good = service.subscribe("maria");
    const put = (json: unknown) =>
      world.call("PUT", "/api/phone/push", { device: phone.token, json });
    const wrong = async (json: unknown, ...fields: string[]) => {
      const failure = assertFailure(await put(json), 422, "validation_failed");
      assert.deepEqual(Object.keys(failure.fields).sort(), fields);
    };
    await wrong({ ...good, endpoint: "https://evil.example/push" }, "endpoint");
    await wrong({ ...good, endpoint: "https://127.0.0.1:9/push" }, "endpoint");
    await wrong({ ...good, endpoint: good.endpoint.replace("https", "http") }, "endpoint");
    await wrong({ ...good, endpoint: `${good.endpoint}${"x".repeat(2_048)}` }, "endpoint");
    const offCurve = Buffer.from([4, ...new Uint8Array(64).fill(7)]).toString("base64url");
    await wrong(
      { endpoint: "x", keys: { ...good.keys, p256dh: offCurve } },
      "endpoint",
      "keys.p256dh",
    );
    await wrong({ ...good, keys: { p256dh: "AAAA", auth: "!" } }, "keys.auth", "keys.p256dh");
    await wrong({ ...good, more: 1 }, "more");
    await wrong({}, "endpoint", "keys");
    assert.deepEqual(await endpoints(world), []);
    const asBrowsersDo = { ...good, expirationTime: null };
    assert.equal((await put(asBrowsersDo)).status, 200);
  },
  pushed,
);

testOnEach("a push service that is taken off the list is not called again", async (world) => {
  await using service = startPushService();
  await pairPushed(world, service, "maria");
  (world.services.push!.hosts as unknown[]).length = 0;
  assert.equal(await settled(world), "failed");
  assert.equal(service.pushed.length, 0);
}, pushed);

testOnEach(
  "without a subject and an https address push is off, and the rest works",
  async (world) => {
    assert.equal(logged(world, "push_is_off").length, 1);
    const phone = await world.pairPhone("maria");
    await using service = startPushService();
    assertFailure(await putSubscription(world, phone, service.subscribe("maria")), 409, "push_off");
    const off = await world.call("DELETE", "/api/phone/push", { device: phone.token });
    assert.equal(off.status, 200);
    assert.equal(await settled(world), "queued");
  },
  { env: { VAPID_SUBJECT: "" } },
);

testOnEach("an https address of one's own is subject enough", async (world) => {
  await using service = startPushService();
  await pairPushed(world, service, "maria");
  assert.equal(await settled(world), "sent");
  assert.equal(service.pushed[0]!.claims.sub, "https://relevo.example");
}, { ...pushed, env: { ...pushed.env, VAPID_SUBJECT: "", PUBLIC_URL: "https://relevo.example/" } });

testOnEach("a service that refuses one company's pushes takes another's at once", async (world) => {
  await using service = startPushService({
    // Later than the test lasts, or some would be tried twice before others.
    answer: (message) =>
      message.browser === "maria"
        ? refusing(503, { "Retry-After": "1800" })(message)
        : created(message),
  });
  await pairPushed(world, service, "maria");
  await pairPushed(world, service, "eva", { key: world.keys.studio });
  for (let n = 0; n < 10; n++) await send(world);
  const failed = async () => (await jobs(world)).every(({ attempts }) => attempts === 1);
  await until(failed, { what: "ten failures, which pause the service" });
  for (let n = 0; n < 5; n++) await send(world);
  await send(world, { userId: "eva" }, world.keys.studio);
  await until(() => service.takenBy("eva").length === 1, { what: "the other company's push" });
  assert.equal(service.pushed.length, 11, "the first company's wait");
}, pushed);
