import assert from "node:assert/strict";
import { notifyRequest } from "@/lib/notify/sending/notification.ts";
import { createKey, findKey } from "@/lib/access/keys.ts";
import { testOnEach, type World } from "../../support/world.ts";
import { assertFailure, inTenant, message, postNotify, send } from "../scene.ts";

async function countNotifications(world: World): Promise<number> {
  const rows = await inTenant(
    world,
    (trx) => trx.selectFrom("notifications").select("id").execute(),
  );
  return rows.length;
}

testOnEach("a repeat with the same key and body gets the first receipt", async (world) => {
  await world.pairPhone("ana");
  await send(world, { userId: "ana", tag: "t" });
  const fields = {
    userIds: ["ana", "luis"],
    tag: "t",
    ttl: 600,
    idempotencyKey: "order-7",
    data: { a: 1, b: { c: [1, { d: 2, e: 3 }], f: null } },
  };
  const first = await postNotify(world, fields);
  assert.equal(first.status, 202, JSON.stringify(first.body));
  assert.equal(first.headers.get("idempotent-replayed"), null);
  assert.equal(first.body.data.replaced.length, 1);

  const reordered = `{ "idempotencyKey": "order-7", "ttl": 600, "tag": "t",
    "data": { "b": { "f": null, "c": [1, { "e": 3, "d": 2 }] }, "a": 1 }, "priority": "normal",
    "body": "Es festivo.", "title": "\\u00bfAbrimos ma\\u00f1ana?", "userIds": ["ana", "luis"] }`;
  for (const body of [JSON.stringify(message(fields)), reordered]) {
    const again = await world.call("POST", "/api/notify", {
      key: world.keys.shop,
      body,
      headers: { "Content-Type": "application/json" },
    });
    assert.equal(again.status, 200, JSON.stringify(again.body));
    assert.equal(again.headers.get("idempotent-replayed"), "true");
    assert.equal(again.headers.get("location"), first.headers.get("location"));
    assert.deepEqual(again.body.data, { ...first.body.data, duplicate: true });
  }
  assert.equal(await countNotifications(world), 2);
});

testOnEach("the same key with another body is refused, and changes nothing", async (world) => {
  const fields = { idempotencyKey: "order-7", data: { n: [1, 2] } };
  const first = await send(world, fields);
  const others = [
    { ...fields, title: "Otra cosa" },
    { ...fields, data: { n: [2, 1] } },
    { ...fields, data: { n: ["1", 2] } },
    { ...fields, userId: "luis" },
    { ...fields, ttl: 60 },
    { ...fields, tag: "" + Math.random() },
    { idempotencyKey: "order-7" },
  ];
  for (const other of others) {
    assertFailure(await postNotify(world, other), 422, "idempotency_key_reused");
  }
  assert.equal(await countNotifications(world), 1);
  // One user is the same whether as a list or not: the validated input is compared.
  const listed = await postNotify(world, { ...fields, userIds: ["maria", "maria"] });
  assert.equal(listed.body.data?.notificationId, first.notificationId);
});

testOnEach(
  "an idempotency key is its API key's own: a repeat by another is its own send",
  async (world) => {
    const first = await send(world, { idempotencyKey: "k" });
    const foreign = await postNotify(world, { idempotencyKey: "k" }, world.keys.studio);
    assert.equal(foreign.status, 202);
    assert.notEqual(foreign.body.data.notificationId, first.notificationId);
    const second = await inTenant(
      world,
      (trx) => createKey(trx, { companyId: 1 }, { name: "second" }),
    );
    const again = await postNotify(world, { idempotencyKey: "k" }, second.key);
    assert.equal(again.status, 202);
    assert.notEqual(again.body.data.notificationId, first.notificationId);
    // Another body by the other key is no reuse of the first one's.
    const other = await postNotify(world, { idempotencyKey: "k", title: "Otra" }, world.keys.shop);
    assertFailure(other, 422, "idempotency_key_reused");
    for (const [key, { notificationId }] of [[second.key, again.body.data], [undefined, first]]) {
      const repeat = await postNotify(world, { idempotencyKey: "k" }, key);
      assert.deepEqual([repeat.status, repeat.body.data.notificationId], [200, notificationId]);
    }
  },
);

testOnEach("a refused send leaves its idempotency key free", async (world) => {
  const idempotencyKey = "k";
  assertFailure(await postNotify(world, { idempotencyKey, ttl: 1 }), 422, "validation_failed");
  const private_ = { idempotencyKey, callbackUrl: "https://10.0.0.1/" };
  assertFailure(await postNotify(world, private_), 422, "callback_url_refused");
  assert.equal(await countNotifications(world), 0);
  assert.equal((await postNotify(world, { idempotencyKey })).status, 202);
});

testOnEach("fifty identical sends at once make one notification", async (world) => {
  const sends = Array.from({ length: 50 }, () => postNotify(world, { idempotencyKey: "once" }));
  const answers = await Promise.all(sends);
  const statuses = Map.groupBy(answers, ({ status }) => status);
  assert.deepEqual([statuses.get(202)?.length, statuses.get(200)?.length], [1, 49]);
  assert.equal(new Set(answers.map(({ body }) => body.data.notificationId)).size, 1);
  assert.equal(await countNotifications(world), 1);
}, { both: true });

testOnEach("many different sends at once all arrive, each with its own receipt", async (world) => {
  const sends = Array.from({ length: 200 }, (_, n) =>
    postNotify(world, {
      userId: `user-${n % 7}`,
      title: `Number ${n}`,
      tag: n % 3 ? undefined : "t",
      idempotencyKey: `k${n % 100}`,
    }));
  const answers = await Promise.all(sends);
  const kinds = Map.groupBy(answers, ({ status, body }) => body.code ?? status);
  // n and n + 100 share a key and differ in their bodies: one of the two is refused.
  assert.deepEqual(Object.fromEntries([...kinds].map(([kind, all]) => [kind, all.length])), {
    202: 100,
    idempotency_key_reused: 100,
  });
  const rows = await inTenant(
    world,
    (trx) =>
      trx.selectFrom("notifications as n")
        .innerJoin("notification_recipients as r", "r.notification_id", "n.id")
        .select(["n.id", "n.title", "r.user_id"]).execute(),
  );
  assert.equal(rows.length, 100);
  for (const [n, { status, body }] of answers.entries()) {
    if (status !== 202) continue;
    const row = rows.find(({ id }) => id === body.data.notificationId)!;
    assert.deepEqual([row.title, row.user_id], [`Number ${n}`, `user-${n % 7}`]);
  }
});

testOnEach("a repeat is known before its callbackUrl is judged again", async (world) => {
  const json = {
    userId: "maria",
    title: "t",
    body: "b",
    idempotencyKey: "once",
    callbackUrl: "https://10.0.0.1/answers",
  };
  const key = (await findKey(world.services.database.db, world.keys.shop))!;
  const first = await world.services.sendQueue.send(key, notifyRequest.parse(json));
  const again = await world.call("POST", "/api/notify", { key: world.keys.shop, json });
  assert.equal(again.status, 200);
  assert.equal(again.body.data.notificationId, first.notificationId);
  const other = { ...json, title: "other" };
  const reused = await world.call("POST", "/api/notify", { key: world.keys.shop, json: other });
  assert.equal(reused.body.code, "idempotency_key_reused");
  const fresh = { ...json, idempotencyKey: "twice" };
  const refused = await world.call("POST", "/api/notify", { key: world.keys.shop, json: fresh });
  assert.equal(refused.body.code, "callback_url_refused");
});
