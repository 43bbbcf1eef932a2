import assert from "node:assert/strict";
import { transact } from "@/lib/db/transaction.ts";
import { until } from "../../support/wait.ts";
import { people, testOnEach, type World } from "../../support/world.ts";
import { ask, assertFailure, type Phone } from "../scene.ts";
import { openStream } from "../streams/streams.ts";

const cookieOf = ({ deviceId, token }: Phone) => `relevo_device_${deviceId}=${token}`;

/** Headers of a browser that holds the pairings and asks for those named. */
function browser(phones: Phone[], named: string[], more = "") {
  const headers = { Cookie: ["theme=dark", ...phones.map(cookieOf)].join("; ") };
  return { headers, query: `?devices=${named.join(",")}${more}` };
}

const idOf = ({ deviceId }: Phone) => deviceId;

testOnEach("several pairings share a stream, and each event says whose it is", async (world) => {
  const shop = await world.pairPhone("maria");
  const studio = await world.pairPhone("maria", world.keys.studio);
  const other = await world.pairPhone("luis");
  const phones = [shop, studio, other];
  const request = browser(phones, [shop.deviceId, studio.deviceId, shop.deviceId]);
  await using stream = await openStream(world, null, request);
  await stream.opened();
  assert.equal(world.services.live.waiting, 2, "one for each pairing");
  const first = await ask(world);
  const second = await ask(world, {}, world.keys.studio);
  await ask(world, { userId: "luis" });
  const events = await stream.received(2);
  assert.deepEqual(
    new Set(events.map(({ data }) => `${data.id} ${data.deviceId}`)),
    new Set([`${first} ${shop.deviceId}`, `${second} ${studio.deviceId}`]),
  );

  // One place covers all of them.
  const from = stream.lastEventId;
  await stream.close();
  await until(() => world.services.live.waiting === 0, { what: "the server to notice" });
  const missed = [await ask(world), await ask(world, {}, world.keys.studio)];
  const more = `&lastEventId=${from}`;
  await using again = await openStream(world, null, browser(phones, phones.map(idOf), more));
  for (const id of missed) await again.until(({ data }) => data.id === id);
});

testOnEach("a shared stream goes on without a pairing that has ended", async (world) => {
  const shop = await world.pairPhone("maria");
  const studio = await world.pairPhone("maria", world.keys.studio);
  const gone = await world.pairPhone("maria");
  await world.call("DELETE", "/api/phone/device", { device: gone.token });
  const stranger = crypto.randomUUID();
  const named = [shop, studio, gone].map(idOf);
  const request = browser([shop, studio, gone], [...named, stranger]);
  await using stream = await openStream(world, null, request);
  const events = await stream.received(2);
  assert.deepEqual(events.map(({ event }) => event), ["unpaired", "unpaired"]);
  assert.deepEqual(
    new Set(events.map(({ data }) => data.deviceId)),
    new Set([gone.deviceId, stranger]),
  );
  await world.call("DELETE", "/api/phone/device", { device: shop.token });
  const ended = await stream.until(({ data }) => data.deviceId === shop.deviceId);
  assert.deepEqual([ended.event, ended.data], ["unpaired", { deviceId: shop.deviceId }]);
  await ask(world);
  const id = await ask(world, {}, world.keys.studio);
  await stream.until(({ data }) => data.id === id);
  assert.equal(stream.events.length, 4, "nothing of the pairing that ended");
  await world.call("DELETE", "/api/phone/device", { device: studio.token });
  await stream.until(({ data }) => data.deviceId === studio.deviceId && data.id === undefined);
  await stream.ended();
});

testOnEach("a shared stream needs a pairing of the browser's own", async (world) => {
  const [mine, theirs] = [await world.pairPhone("maria"), await world.pairPhone("luis")];
  const ask = ({ headers, query }: ReturnType<typeof browser>) =>
    world.call("GET", `/api/phone/stream${query}`, { headers });
  // A cookie under another pairing's name is no pairing.
  const forged = { deviceId: theirs.deviceId, token: mine.token };
  for (const phones of [[], [mine], [forged]]) {
    assertFailure(await ask(browser(phones, [theirs.deviceId])), 401, "unauthorized");
  }
  const byToken = await world.call("GET", `/api/phone/stream?devices=${theirs.deviceId}`, {
    device: mine.token,
  });
  assertFailure(byToken, 401, "unauthorized");
  await world.call("DELETE", "/api/phone/device", { device: mine.token });
  assertFailure(await ask(browser([mine], [mine.deviceId])), 401, "unauthorized");
  const wrong = [
    [theirs.deviceId, "nobody"],
    [theirs.deviceId, ""],
    [theirs.deviceId, ...Array.from({ length: 20 }, () => crypto.randomUUID())],
  ];
  for (const named of wrong) {
    assertFailure(await ask(browser([theirs], named)), 422, "validation_failed");
  }
  assert.equal(world.services.live.waiting, 0);
});

testOnEach("a member who is disabled hears nothing more, told or not", async (world) => {
  const { body } = await world.call("POST", "/api/admin/devices/pairings?company_id=1", {
    member: people.luis,
    json: {},
  });
  const paired = await world.call("POST", "/api/phone/pair", { json: { code: body.data.code } });
  const { token, deviceId }: Phone = paired.body.data;
  const own = await world.pairPhone(people.luis);
  const phones = [{ token, deviceId }, own];
  await using alone = await openStream(world, token);
  await using shared = await openStream(world, null, browser(phones, phones.map(idOf)));
  await Promise.all([alone.opened(), shared.opened()]);
  await disable(world, people.luis);
  const id = await ask(world, { userId: people.luis });
  await alone.ended();
  assert.deepEqual(alone.events, []);
  await shared.received(2);
  const [ended, sent] = shared.events[0]!.event === "unpaired"
    ? shared.events
    : [...shared.events].reverse();
  assert.deepEqual([ended!.event, ended!.data], ["unpaired", { deviceId }]);
  assert.deepEqual([sent!.data.id, sent!.data.deviceId], [id, own.deviceId]);
});

/** Ends the membership without a word to the streams, as another instance might. */
function disable({ services }: World, email: string): Promise<unknown> {
  return transact(
    services.database.db,
    (trx) =>
      trx.updateTable("user_companies").set({ disabled_at: new Date() })
        .where("company_id", "=", 1)
        .where(
          "user_id",
          "=",
          (eb) => eb.selectFrom("users").select("id").where("email", "=", email),
        )
        .execute(),
  );
}
