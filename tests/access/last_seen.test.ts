/** Times of the last call are at most a minute old, of every kind of caller. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { noteSeen } from "@/lib/access/devices.ts";
import { apiOf, expectData, inDatabase } from "../crm/scene.ts";
import { type Phone, postNotify } from "../notify/scene.ts";
import { openStream } from "../notify/streams/streams.ts";
import { until } from "../support/wait.ts";
import { people, testOnEach, type World } from "../support/world.ts";

const lagMs = 60_000;

const seconds = (count: number) => new Date(Date.now() - count * 1_000);

async function setKeyUse(world: World, at: Date | null): Promise<void> {
  await inDatabase(
    world,
    1,
    (trx) =>
      trx.updateTable("api_keys").set({ last_used_at: at }).where("company_id", "=", 1).execute(),
  );
}

async function keyUse(world: World): Promise<Date | null> {
  const [key] = await expectData(apiOf(world, people.ana)("GET", "/keys"));
  return key.lastUsedAt && new Date(key.lastUsedAt);
}

testOnEach("a key's last use is at most a minute old, and one write a minute", async (world) => {
  const calls: [string, () => Promise<{ status: number }>][] = [
    ["read", () => world.call("GET", "/api/responses", { key: world.keys.shop })],
    ["send", () => postNotify(world)],
    ["text", () =>
      world.call("POST", "/api/notify/maria", {
        key: world.keys.shop,
        body: "Hola",
        headers: { "Content-Type": "text/plain" },
      })],
  ];
  for (const [name, call] of calls) {
    for (const before of [null, seconds(61), seconds(3_000), seconds(90_000)]) {
      await setKeyUse(world, before);
      const { status } = await call();
      assert.ok(status < 300, `${name}: ${status}`);
      const age = Date.now() - (await keyUse(world))!.getTime();
      assert.ok(age < lagMs, `${name} after ${before}: ${age}`);
    }
    const recent = seconds(20);
    await setKeyUse(world, recent);
    await call();
    assert.deepEqual(await keyUse(world), recent, `${name}: noted again within the minute`);
  }
});

testOnEach("calls beside the one that notes a key's use do not wait for it", async (world) => {
  if (world.kind !== "postgres") return; // the embedded database has one transaction at a time
  await setKeyUse(world, seconds(3_000));
  const [noted, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holder = inDatabase(world, 1, async (trx) => {
    await sql`update api_keys set last_used_at = now() where company_id = 1`.execute(trx);
    noted.resolve();
    await end.promise;
  });
  await noted.promise;
  assert.equal((await postNotify(world)).status, 202);
  end.resolve();
  await holder;
});

async function seenAt(world: World, id: string): Promise<number> {
  const row = await inDatabase(
    world,
    1,
    (trx) =>
      trx.selectFrom("devices").select("last_seen_at").where("id", "=", id)
        .executeTakeFirstOrThrow(),
  );
  return row.last_seen_at?.getTime() ?? -Infinity;
}

testOnEach("a phone's last use is noted by whichever instance it calls", async (world) => {
  const { deviceId } = await world.pairPhone("maria");
  const phone = { id: deviceId, companyId: 1 };
  const instances = [world.services.database.db, world.owner.db];
  const start = Date.now();
  let writes = 0;
  for (let second = 0, turn = 0; second < 600; second += 1 + (turn * 7) % 23, turn++) {
    const at = start + second * 1_000;
    const before = await seenAt(world, deviceId);
    await noteSeen(instances[(turn * 5 + (turn >> 2)) % 2]!, phone, at);
    const after = await seenAt(world, deviceId);
    assert.ok(at - after <= lagMs, `${second} s: ${at - after} ms old`);
    if (after !== before) writes++;
  }
  assert.ok(writes <= 600 / 15, String(writes));
  // The worst order: one notes, the other comes too soon, and then long after.
  const later = start + 3_600_000;
  for (const [instance, ms] of [[0, 0], [1, 14_999], [1, 59_998]] as const) {
    await noteSeen(instances[instance]!, phone, later + ms);
    assert.ok(later + ms - await seenAt(world, deviceId) <= lagMs, String(ms));
  }
});

testOnEach("a phone's last use is noted by token, cookie and streams", async (world) => {
  const phones: Phone[] = [];
  for (let n = 0; n < 5; n++) phones.push(await world.pairPhone("maria"));
  const [token, cookie, alone, ...both] = phones;
  const cookies = (some: Phone[]) =>
    some.map((phone) => `relevo_device_${phone.deviceId}=${phone.token}`).join("; ");
  const isFresh = async (id: string) => Date.now() - await seenAt(world, id) < lagMs;
  for (const { deviceId } of phones) assert.ok(!await isFresh(deviceId), "before any call");

  const [listing, ...pairings] = await Promise.all([1, 2, 3].map(() => world.pairPhone("maria")));
  await world.call("GET", "/api/phone/attention", { device: token!.token });
  assert.ok(await isFresh(token!.deviceId));
  await world.call("GET", "/api/phone/pairings", { device: listing!.token });
  await world.call("GET", "/api/phone/pairings", { headers: { Cookie: cookies(pairings) } });
  for (const { deviceId } of [listing!, ...pairings]) {
    assert.ok(await isFresh(deviceId), "pairings");
  }
  const answer = await world.call("GET", `/api/phone/notifications?device=${cookie!.deviceId}`, {
    headers: { Cookie: cookies([cookie!]) },
  });
  assert.equal(answer.status, 200);
  assert.ok(await isFresh(cookie!.deviceId));

  await using one = await openStream(world, alone!.token);
  await one.opened();
  const named = both.map(({ deviceId }) => deviceId).join(",");
  await using shared = await openStream(world, null, {
    query: `?devices=${named}`,
    headers: { Cookie: cookies(both) },
  });
  await shared.opened();
  for (const { deviceId } of [alone!, ...both]) {
    await until(() => isFresh(deviceId), { what: "the stream to note its phone" });
  }
});

testOnEach("a member's last use is noted by API and by page", async (world) => {
  const calls = [
    () => apiOf(world, people.luis, 1)("GET", "/counts"),
    async () =>
      await world.call("GET", "/panel/tasks?company_id=1", {
        headers: { "Cf-Access-Jwt-Assertion": await world.tokenFor(people.luis) },
      }),
  ];
  const luis = async () => {
    const all = await expectData(apiOf(world, people.ana)("GET", "/employees"));
    return all.find(({ email }: { email: string }) => email === people.luis);
  };
  for (const call of calls) {
    for (const [before, isKept] of [[61, false], [3_000, false], [20, true]] as const) {
      const at = seconds(before);
      await sql`update user_companies set last_seen_at = ${at} where company_id = 1`
        .execute(world.owner.db);
      await call();
      const after = new Date((await luis()).last_seen_at);
      assert.ok(Date.now() - after.getTime() < lagMs, `${before} s before`);
      assert.equal(after.getTime() === at.getTime(), isKept, `${before} s before`);
    }
  }
});
