import assert from "node:assert/strict";
import { sendNotifications } from "@/lib/notify/sending/send.ts";
import { testHeard } from "../../support/heard.ts";
import { people, testOnEach, type World } from "../../support/world.ts";
import { ask, assertFailure, inTenant, type Phone, send } from "../scene.ts";

const path = "/api/phone/pairings";
const cookieOf = ({ deviceId, token }: Phone) => `relevo_device_${deviceId}=${token}`;

/** Reads the pairings as a browser with these cookies. */
function read(world: World, cookies: string[], query = "") {
  const headers = { Cookie: ["theme=dark", ...cookies].join("; ") };
  return world.call("GET", path + query, { headers });
}

/** Cookies set or removed for each pairing. */
function cookieChanges(headers: Headers): Record<string, "renewed" | "removed"> {
  return Object.fromEntries(
    headers.getSetCookie().map((cookie) => {
      const [, id, token, age] = /^relevo_device_([^=]*)=([^;]*);.*Max-Age=(\d+)/.exec(cookie)!;
      assert.ok(cookie.includes("; Path=/; HttpOnly; SameSite=Strict; "), cookie);
      assert.equal(token === "", age === "0", cookie);
      return [id, token === "" ? "removed" : "renewed"];
    }),
  );
}

const idsOf = (pairings: { deviceId: string }[]) => pairings.map(({ deviceId }) => deviceId);

testOnEach("a browser reads all of its pairings, each with what is unread", async (world) => {
  const [shop, studio] = [
    await world.pairPhone("maria"),
    await world.pairPhone("maria", world.keys.studio),
  ];
  const luis = await world.pairPhone("luis");
  await send(world, { userIds: ["maria", "luis"] });
  await ask(world, { userId: "maria" });
  const { status, headers, body } = await read(world, [shop, studio, luis].map(cookieOf));
  assert.equal(status, 200, JSON.stringify(body));
  const { createdAt, ...first } = body.data[0];
  assert.deepEqual(first, {
    deviceId: shop.deviceId,
    userId: "maria",
    name: "Phone",
    isMember: false,
    unread: 2,
    company: { id: 1, name: body.data[0].company.name, color: first.company.color, logo: null },
    pushKey: world.services.vapidPublicKey,
  });
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT.*Z$/);
  assert.deepEqual(
    body.data.map((one: { company: { id: number }; userId: string; unread: number }) => [
      one.company.id,
      one.userId,
      one.unread,
    ]),
    [[1, "maria", 2], [1, "luis", 1], [2, "maria", 0]],
  );
  assert.deepEqual(cookieChanges(headers), {
    [shop.deviceId]: "renewed",
    [studio.deviceId]: "renewed",
    [luis.deviceId]: "renewed",
  });
  const one = await read(world, [shop, studio].map(cookieOf), `?device=${studio.deviceId}`);
  assert.deepEqual(idsOf(one.body.data), [studio.deviceId]);
  const byToken = await world.call("GET", path, { device: luis.token });
  assert.deepEqual(idsOf(byToken.body.data), [luis.deviceId]);
  assert.deepEqual(byToken.headers.getSetCookie(), []);
});

testOnEach("a pairing that has ended is left out like one that never was", async (world) => {
  const [live, unpaired] = [await world.pairPhone("maria"), await world.pairPhone("maria")];
  const neverPaired = { deviceId: crypto.randomUUID(), token: `${live.token}x` };
  const mixedUp = { deviceId: crypto.randomUUID(), token: live.token };
  await world.call("DELETE", `/api/devices/${unpaired.deviceId}`, { key: world.keys.shop });
  const dead = [unpaired, neverPaired, mixedUp];
  const some = await read(world, [...dead, live].map(cookieOf));
  assert.deepEqual(idsOf(some.body.data), [live.deviceId]);
  assert.deepEqual(cookieChanges(some.headers), {
    ...Object.fromEntries(dead.map(({ deviceId }) => [deviceId, "removed"])),
    [live.deviceId]: "renewed",
  });
  const answers = [];
  for (const phone of dead) {
    const none = await read(world, [cookieOf(phone)]);
    assertFailure(none, 401, "unauthorized");
    assert.deepEqual(cookieChanges(none.headers), { [phone.deviceId]: "removed" });
    const { requestId: _, ...answer } = none.body;
    answers.push(answer);
  }
  assert.deepEqual(answers, [answers[0], answers[0], answers[0]]);
  const [first] = dead;
  assertFailure(await read(world, [cookieOf(first!)], "?none=empty"), 401, "unauthorized");
  const empty = await read(world, [], "?none=empty");
  assert.deepEqual([empty.status, empty.body.data], [200, []]);
  assertFailure(await read(world, [], "?none=no"), 422, "validation_failed");
  const nothing = await read(world, []);
  assertFailure(nothing, 401, "unauthorized");
  assert.deepEqual(nothing.headers.getSetCookie(), []);
});

testOnEach("a member's own phone counts the CRM's notices, while they are one", async (world) => {
  const pairing = await world.call("POST", "/api/admin/devices/pairings", {
    member: people.ana,
    json: { name: "Mine" },
  });
  const { code } = pairing.body.data;
  const own: Phone = (await world.call("POST", "/api/phone/pair", { json: { code } })).body.data;
  const byKey = await world.pairPhone(people.ana);
  await send(world, { userId: people.ana });
  await inTenant(world, (trx) =>
    sendNotifications(trx, { companyId: 1 }, [{
      request: {
        userId: people.ana,
        title: "Tarea",
        body: "Montar",
        type: "info",
        priority: "normal",
        actions: [],
        allowReply: false,
      },
      internal: { handler: null, ref: null },
    }]));
  const both = [own, byKey].map(cookieOf);
  const { body } = await read(world, both);
  const counts = body.data.map((one: { isMember: boolean; unread: number }) => [
    one.isMember,
    one.unread,
  ]);
  assert.deepEqual(counts, [[true, 2], [false, 1]]);
  for (const [phone, unread] of [[own, 2], [byKey, 1]] as const) {
    const inbox = await world.call("GET", "/api/phone/notifications", { device: phone.token });
    assert.equal(inbox.body.meta.unread, unread);
  }

  const me = (await world.call("GET", "/api/admin/me?company_id=1", { member: people.ana }))
    .body.data;
  await world.call("DELETE", `/api/admin/employees/${me.id}?company_id=1`, {
    member: people.luis,
  });
  const rest = await read(world, both);
  assert.deepEqual(idsOf(rest.body.data), [byKey.deviceId]);
  assert.deepEqual(cookieChanges(rest.headers), {
    [own.deviceId]: "removed",
    [byKey.deviceId]: "renewed",
  });
});

testHeard("statements grow with the companies, and not with the pairings", async (world, count) => {
  const shop: Phone[] = [];
  for (const user of ["a", "b", "c", "d"]) shop.push(await world.pairPhone(user));
  const studio = await world.pairPhone("a", world.keys.studio);
  const counted = (phones: Phone[]) =>
    count(async () => {
      const { body } = await read(world, phones.map(cookieOf));
      assert.equal(body.data.length, phones.length);
    });
  // The first look at phones notes it, in one statement for each company.
  assert.equal(await counted(shop.slice(0, 1)), 4);
  assert.equal(await counted(shop), 4);
  assert.equal(await counted([...shop, studio]), 6);
  assert.equal(await counted([...shop, studio]), 5);
});
