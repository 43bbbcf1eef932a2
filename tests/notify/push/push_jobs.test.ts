import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { findDevice } from "@/lib/access/devices.ts";
import type { Statement } from "@/lib/db/connection.ts";
import { parsePushHosts } from "@/lib/notify/push/push_hosts.ts";
import { finishJobs, leaseJobs } from "@/lib/notify/push/push_jobs.ts";
import { linkSubscription } from "@/lib/notify/push/subscriptions.ts";
import { passNight } from "../../support/nights.ts";
import { openEmbedded } from "../../support/embedded.ts";
import { startPushService } from "../../support/push_service.ts";
import { makeWorld, testOnEach, type World } from "../../support/world.ts";
import { answer, ask, inTenant, readBack, send, yesNo } from "../scene.ts";
import { jobs } from "./scene.ts";

/** Nothing is pushed, so that jobs stay as they are. */
const off = { env: { VAPID_SUBJECT: "" } };

/** Pairs a phone whose browser is subscribed, past the guard that is shut while push is off. */
async function pairSubscribed(world: World, userId = "maria") {
  await using service = startPushService();
  const { endpoint, keys } = service.subscribe(userId);
  const phone = await world.pairPhone(userId);
  const device = await findDevice(world.services.database.db, phone.token);
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
  const subscription = {
    endpoint,
    keys: { p256dh: bytes(keys.p256dh), auth: bytes(keys.auth) },
  };
  const hosts = parsePushHosts("localhost:*");
  await inTenant(world, (trx) => linkSubscription(trx, device!, subscription, hosts));
  return phone;
}

async function lease(world: World, holder = crypto.randomUUID()) {
  const ids = (await jobs(world)).map(({ id }) => id);
  return await leaseJobs(world.services.database.db, ids, holder);
}

const statusOf = async (world: World, id: string) =>
  (await readBack(world, id)).recipients[0].status;

Deno.test({
  name: "the pushes of a send cost no statement more",
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const heard: Statement[] = [];
    const database = await openEmbedded({ heard: (statement) => heard.push(statement) });
    await using world = await makeWorld({ database, ...off });
    const userIds = Array.from({ length: 20 }, (_, n) => `user ${n}`);
    for (const user of userIds) await pairSubscribed(world, user);
    const counted = async (fields: Record<string, unknown>) => {
      heard.length = 0;
      await send(world, fields);
      return heard.length;
    };
    await counted({ userId: "nobody" }); // notes the key's use
    const [without, one, many] = [
      await counted({ userId: "nobody" }),
      await counted({ userId: "user 1" }),
      await counted({ userIds }),
    ];
    assert.deepEqual([one, many], [without, without]);
    assert.equal((await jobs(world)).length, 21);
  },
});

testOnEach("while push is off jobs wait, until their notification ends", async (world) => {
  await pairSubscribed(world);
  await send(world, { ttl: 3_600 });
  await send(world);
  const [first, second] = await jobs(world);
  const days = (job: typeof first) => (job!.ends_at.getTime() - Date.now()) / 86_400_000;
  assert.ok(Math.abs(days(first) - 1 / 24) < 0.01 && Math.abs(days(second) - 28) < 0.01);
  await inTenant(
    world,
    (trx) =>
      trx.updateTable("push_jobs").set({ ends_at: new Date(Date.now() - 1) })
        .where("id", "=", first!.id).execute(),
  );
  await passNight(world);
  assert.deepEqual((await jobs(world)).map(({ id }) => id), [second!.id]);
}, off);

testOnEach("a job is one process's at a time, and says what it finds", async (world) => {
  const phone = await pairSubscribed(world);
  const read = await ask(world, { title: "one" });
  const open = await ask(world, { title: "two", actions: yesNo });
  await world.call("POST", `/api/phone/notifications/${read}/read`, { device: phone.token });
  const mine = await lease(world);
  assert.deepEqual(
    mine.map(({ title, isWanted, deviceId, unread }) => [title, isWanted, deviceId, unread]).sort(),
    [["one", false, phone.deviceId, 1], ["two", true, phone.deviceId, 1]],
  );
  assert.deepEqual(await lease(world), [], "they are leased");
  await inTenant(
    world,
    (trx) => trx.updateTable("push_jobs").set({ leased_until: new Date(0) }).execute(),
  );
  const theirs = await lease(world);
  assert.equal(theirs.length, 2, "the holder has died");
  const { db } = world.services.database;
  await finishJobs(db, mine.map((pending) => ({ pending, verdict: { kind: "accepted" } })));
  assert.equal((await jobs(world)).length, 2, "who lost the lease changes nothing");
  assert.equal(await statusOf(world, open), "queued");
  await finishJobs(db, theirs.map((pending) => ({ pending, verdict: { kind: "accepted" } })));
  assert.deepEqual([(await jobs(world)).length, await statusOf(world, open)], [0, "sent"]);
}, off);

testOnEach("the last of two jobs that are refused at once makes it failed", async (world) => {
  for (const _ of [1, 2]) await pairSubscribed(world);
  const { db } = world.services.database;
  for (let round = 0; round < 5; round++) {
    const { notificationId } = await send(world);
    const leased = await lease(world);
    assert.equal(leased.length, 2);
    await Promise.all(
      leased.map((pending) => finishJobs(db, [{ pending, verdict: { kind: "refused" } }])),
    );
    assert.equal(await statusOf(world, notificationId), "failed");
  }
  const id = await ask(world);
  const leased = await lease(world);
  const phone = await world.pairPhone("maria");
  await answer(world, phone, id, { actionId: "yes" });
  await finishJobs(db, leased.map((pending) => ({ pending, verdict: { kind: "gone" } })));
  assert.equal(await statusOf(world, id), "delivered", "an answer is more than a refusal");
}, off);

testOnEach("a push that is held goes by the quiet hours of now", async (world) => {
  const { token: device } = await pairSubscribed(world);
  const always = { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "00:00", timezone: "UTC" };
  const attend = (quiet: object | null) =>
    world.call("PUT", "/api/phone/attention", { device, json: { quiet, muted: [] } });
  const isDue = async () => {
    const times = await inTenant(
      world,
      (trx) => trx.selectFrom("due_times").select("at").where("kind", "=", "summary").execute(),
    );
    return times.map(({ at }) => at <= new Date(Date.now() + 1_000));
  };
  const until = new Date(Date.now() + 3_600_000);
  const hold = async (meanwhile: () => Promise<unknown>) => {
    await attend({ ...always, highPasses: false });
    await send(world);
    const pending = await lease(world);
    await meanwhile();
    await finishJobs(
      world.services.database.db,
      pending.map((one) => ({ pending: one, verdict: { kind: "held", until } })),
    );
  };
  await hold(() => Promise.resolve());
  assert.deepEqual(await isDue(), [false]);
  await hold(() => attend(null));
  assert.deepEqual(await isDue(), [true]);
}, off);
