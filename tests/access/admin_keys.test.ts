import assert from "node:assert/strict";
import { findDevice } from "@/lib/access/devices.ts";
import { startReceiver } from "../support/receiver.ts";
import { until } from "../support/wait.ts";
import { people, testOnEach } from "../support/world.ts";
import { apiOf, expectData, expectFailure, inDatabase } from "../crm/scene.ts";

testOnEach("members make keys, see them without their secrets, and revoke them", async (world) => {
  const [ana, eva] = [apiOf(world, people.ana), apiOf(world, people.eva)];
  const answer = await ana("POST", "/keys", { name: " caja " });
  const created = await expectData(Promise.resolve(answer), 201);
  assert.equal(answer.headers.get("location"), `/api/admin/keys/${created.id}`);
  assert.match(created.key, /^rlv_[\w-]{86}$/);
  assert.deepEqual([created.name, created.revokedAt, created.lastUsedAt], ["caja", null, null]);
  assert.equal(created.createdBy.name, "Ana Ruiz");
  const list = await ana("GET", "/keys");
  assert.deepEqual(list.body.data.map(({ name }: { name: string }) => name), ["caja", "shop"]);
  assert.ok(!JSON.stringify(list.body).includes(created.key.slice(0, 20)));

  const use = () => world.call("GET", "/api/devices", { key: created.key });
  assert.equal((await use()).status, 200);
  const { lastUsedAt } = await expectData(ana("GET", `/keys/${created.id}`));
  assert.ok(Math.abs(Date.parse(lastUsedAt) - Date.now()) < 60_000, lastUsedAt);
  assert.equal((await use()).status, 200);
  assert.equal((await expectData(ana("GET", `/keys/${created.id}`))).lastUsedAt, lastUsedAt);
  await expectFailure(eva("DELETE", `/keys/${created.id}`), 404, "not_found");
  const revoked = await expectData(ana("DELETE", `/keys/${created.id}`));
  assert.ok(revoked.revokedAt);
  assert.deepEqual(await expectData(ana("DELETE", `/keys/${created.id}`)), revoked);
  assert.equal((await use()).status, 401);
  assert.deepEqual(
    (await expectData(eva("GET", "/keys"))).map(({ name }: { name: string }) => name),
    ["studio"],
  );
  await expectFailure(ana("POST", "/keys", { name: " " }), 422, "validation_failed");
});

testOnEach("members pair phones: their own, or another user's", async (world) => {
  const [ana, eva] = [apiOf(world, people.ana), apiOf(world, people.eva)];
  const pair = async (body?: unknown) => {
    const { code, qr } = await expectData(ana("POST", "/devices/pairings", body), 201);
    assert.match(qr, /^<svg/);
    const call = world.call("POST", "/api/phone/pair", { json: { code } });
    return await expectData(call, 201);
  };
  const own = await pair();
  const same = await pair({ userId: "ANA@primary.example", name: "Tableta" });
  const colleague = await pair({ userId: people.luis });
  assert.deepEqual([own, same, colleague].map(({ userId }) => userId), [
    people.ana,
    people.ana,
    people.luis,
  ]);
  const { db } = world.services.database;
  const members = await Promise.all(
    [own, same, colleague].map(async ({ token }) => (await findDevice(db, token))?.memberId),
  );
  const { id } = await expectData(ana("GET", "/me"));
  assert.deepEqual(members, [id, id, null], "nobody pairs a phone as somebody else");

  const devices = await expectData(ana("GET", "/devices"));
  const pairedBy = { kind: "member", id, name: "Ana Ruiz" };
  for (const device of devices) assert.deepEqual(device.pairedBy, pairedBy);
  assert.deepEqual(
    devices.map(({ id, name }: Record<string, unknown>) => [id, name]).sort(),
    [[own.deviceId, "Phone"], [same.deviceId, "Tableta"], [colleague.deviceId, "Phone"]].sort(),
  );
  const some = await expectData(ana("GET", `/devices?userId=${people.luis}`));
  assert.deepEqual(some.map(({ id }: { id: string }) => id), [colleague.deviceId]);
  assert.deepEqual(await expectData(eva("GET", "/devices")), []);
  await expectFailure(eva("DELETE", `/devices/${own.deviceId}`), 404, "not_found");
  await expectData(ana("DELETE", `/devices/${own.deviceId}`));
  await expectFailure(ana("DELETE", `/devices/${own.deviceId}`), 404, "not_found");
  const device = own.token;
  assert.equal((await world.call("GET", "/api/phone/notifications", { device })).status, 401);
});

testOnEach("members see the callbacks and send them again", async (world) => {
  await using receiver = await startReceiver();
  const [ana, eva] = [apiOf(world, people.ana), apiOf(world, people.eva)];
  const phone = await world.pairPhone("maria");
  const ids: string[] = [];
  for (const title of ["Uno", "Dos", "Tres"]) {
    const json = {
      userId: "maria",
      title,
      body: "¿Sí?",
      actions: [{ id: "yes", label: "Sí" }],
      callbackUrl: `${receiver.url}/answers`,
    };
    const sent = await world.call("POST", "/api/notify", { key: world.keys.shop, json });
    ids.push(sent.body.data.notificationId);
    const path = `/api/phone/notifications/${ids.at(-1)}/response`;
    const answered = world.call("POST", path, { device: phone.token, json: { actionId: "yes" } });
    await expectData(answered, 201);
  }
  await receiver.received(3);
  const read = async (query = "") => (await ana("GET", `/callbacks${query}`)).body;
  await until(async () => (await read("?status=delivered")).meta.total === 3);
  const { data, meta } = await read("?per_page=2");
  assert.deepEqual(meta, { page: 1, per_page: 2, total: 3, pages: 2 });
  assert.deepEqual(data.map(({ title }: { title: string }) => title), ["Tres", "Dos"]);
  const [last] = (await read("?page=2&per_page=2&status=pending,delivered")).data;
  assert.deepEqual(
    [last.title, last.notificationId, last.userId, last.status, last.attempts, last.lastStatus],
    ["Uno", ids[0], "maria", "delivered", 1, 200],
  );

  assert.equal((await read(`?notificationId=${ids[1]}`)).data[0].title, "Dos");
  assert.equal((await read(`?createdAt_from=${last.createdAt}`)).meta.total, 3);
  assert.equal((await read("?createdAt_to=2020-01-01T00:00:00Z")).meta.total, 0);
  const attempts = await expectData(ana("GET", `/callbacks/${last.responseId}`));
  assert.deepEqual([attempts.log.length, attempts.log[0].status], [1, 200]);
  await expectFailure(eva("GET", `/callbacks/${last.responseId}`), 404, "not_found");
  await expectFailure(eva("POST", `/callbacks/${last.responseId}/redeliver`), 404, "not_found");
  const again = await expectData(ana("POST", `/callbacks/${last.responseId}/redeliver`));
  assert.equal(again.log.length, 1);
  await receiver.received(4);
  await until(async () => (await read("?status=delivered")).meta.total === 3);

  await inDatabase(
    world,
    1,
    (trx) =>
      trx.updateTable("callbacks").set({ status: "failed", due_at: null })
        .where("response_id", "in", data.map((one: { responseId: string }) => one.responseId))
        .execute(),
  );
  const since = { since: last.createdAt };
  assert.deepEqual(await expectData(eva("POST", "/callbacks/redeliver", since)), { count: 0 });
  assert.deepEqual(
    await expectData(ana("POST", "/callbacks/redeliver", { since: "2999-01-01T00:00:00Z" })),
    { count: 0 },
  );
  assert.deepEqual(await expectData(ana("POST", "/callbacks/redeliver", since)), { count: 2 });
  await receiver.received(6);
  await until(async () => (await read("?status=delivered")).meta.total === 3);
  assert.equal((await eva("GET", "/callbacks")).body.meta.total, 0);
  await expectFailure(ana("GET", "/callbacks?status=odd&x=1"), 422, "validation_failed");
  await expectFailure(ana("POST", "/callbacks/redeliver", {}), 422, "validation_failed");
});
