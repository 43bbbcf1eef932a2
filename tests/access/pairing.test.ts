import assert from "node:assert/strict";
import { createPairing, forgetOldPairings } from "@/lib/access/pairing.ts";
import { normaliseCode } from "@/lib/input/pairing_code.ts";
import { asWorker } from "@/lib/db/transaction.ts";
import { assertFailure, inTenant, send } from "../notify/scene.ts";
import { testOnEach, type World } from "../support/world.ts";

async function newCode(world: World, json: Record<string, unknown> = { userId: "maria" }) {
  const answer = await world.call("POST", "/api/devices/pairings", { key: world.keys.shop, json });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.data;
}

const pair = (world: World, code: string, name?: string, headers?: Record<string, string>) =>
  world.call("POST", "/api/phone/pair", { json: { code, name }, headers });

Deno.test("a code is the same however a person types it", () => {
  for (
    const typed of ["K7QM-0X1Z", "k7qm0x1z", " K7QM 0X1Z ", "K7QM-OXIZ", "k7qmoxlz", "K-7-QM0X1Z"]
  ) {
    assert.equal(normaliseCode(typed), "K7QM0X1Z");
  }
});

testOnEach("a code pairs one phone, once", async (world) => {
  const askedAt = Date.now();
  const pairing = await newCode(world, { userId: "maria", name: "Móvil de María" });
  assert.match(pairing.code, /^[0-9A-HJKMNP-TV-Z]{8}$/);
  assert.match(pairing.url, /\/phone#pair=[0-9A-Z]{8}$/);
  assert.match(pairing.qr, /^<svg[\s>]/);
  const madeAt = Date.parse(pairing.expiresAt) - 10 * 60_000;
  assert.ok(askedAt <= madeAt && madeAt <= Date.now(), pairing.expiresAt);

  const paired = await pair(world, pairing.code);
  assert.equal(paired.status, 201, JSON.stringify(paired.body));
  const { token, deviceId, ...rest } = paired.body.data;
  assert.match(token, /^rld_[\w-]{43}$/);
  assert.deepEqual(rest, {
    userId: "maria",
    company: { name: "Primary", color: "#2563eb", logo: null },
    vapidPublicKey: world.services.vapidPublicKey,
  });
  const device = await world.call("GET", "/api/devices?userId=maria", { key: world.keys.shop });
  const [{ createdAt, ...listed }] = device.body.data;
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000);
  assert.deepEqual(listed, {
    id: deviceId,
    userId: "maria",
    name: "Móvil de María",
    lastSeenAt: null,
    pairedBy: { kind: "key", id: listed.pairedBy.id, name: "shop" },
  });
  assertFailure(await pair(world, pairing.code), 410, "link_expired");
  assert.equal((await send(world)).recipients[0].devices, 1);
});

testOnEach("a code may be typed by hand, and the phone may name itself", async (world) => {
  const { code } = await newCode(world, { userId: "maria", name: "From the panel" });
  const typed = `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase().replaceAll("0", "o");
  const paired = await pair(world, typed, "Mi teléfono");
  assert.equal(paired.status, 201);
  const devices = await world.call("GET", "/api/devices", { key: world.keys.shop });
  assert.equal(devices.body.data[0].name, "Mi teléfono");
});

testOnEach("of twenty phones that send one code at once one is paired", async (world) => {
  world.services.pairingLimiter.attempt = (_, work) => work();
  const { code } = await newCode(world);
  const answers = await Promise.all(Array.from({ length: 20 }, () => pair(world, code)));
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  assert.equal(answers.filter(({ status }) => status === 410).length, 19);
  const devices = await world.call("GET", "/api/devices", { key: world.keys.shop });
  assert.equal(devices.body.data.length, 1);
});

testOnEach("an old code pairs nothing, and is forgotten", async (world) => {
  const { code } = await newCode(world);
  const fresh = await newCode(world, { userId: "luis" });
  const expiresAt = new Date(Date.now() - 1);
  await inTenant(
    world,
    (trx) =>
      trx.updateTable("pairings").set({ expires_at: expiresAt }).where("user_id", "=", "maria")
        .execute(),
  );
  assertFailure(await pair(world, code), 410, "link_expired");
  const { db } = world.services.database;
  await forgetOldPairings(db);
  const pairings = await asWorker(
    db,
    (trx) => trx.selectFrom("pairings").select("user_id").execute(),
  );
  assert.deepEqual(pairings, [{ user_id: "luis" }]);
  assert.equal((await pair(world, fresh.code)).status, 201);
});

testOnEach("ten wrong codes of one address are the limit, also at once", async (world) => {
  const wrong = (address: string, n: number) =>
    pair(world, `WRNG000${n % 10}`, undefined, { "X-Client": address });
  const answers = await Promise.all(Array.from({ length: 25 }, (_, n) => wrong("203.0.113.7", n)));
  const kinds = Map.groupBy(answers, ({ body }) => body.code);
  assert.deepEqual(
    [kinds.get("link_expired")?.length, kinds.get("rate_limited")?.length],
    [10, 15],
  );
  const refused = kinds.get("rate_limited")![0]!;
  assertFailure(refused, 429, "rate_limited");
  const { until } = refused.body.details;
  const leftMs = Date.parse(until) - Date.now();
  assert.ok(leftMs > 500_000 && leftMs <= 600_000, until);
  assert.match(refused.body.error, /^Too many wrong codes .+ until \d\d:\d\d UTC\.$/);
  const wait = Number(refused.headers.get("retry-after"));
  assert.ok(Number.isInteger(wait) && wait > 500 && wait <= 600, String(wait));

  const { code } = await newCode(world);
  const headers = { "X-Client": "203.0.113.7" };
  assertFailure(await pair(world, code, undefined, headers), 429, "rate_limited");
  const elsewhere = await pair(world, code, undefined, { "X-Client": "203.0.113.8" });
  assert.equal(elsewhere.status, 201, "another address, and the code is still good");
  const typo = { "X-Client": "203.0.113.10" };
  for (let n = 0; n < 30; n++) {
    const spelling = n % 2 ? "wrng-0001" : "WRNG0001";
    assertFailure(await pair(world, spelling, undefined, typo), 410, "link_expired");
  }
  assertFailure(await pair(world, "WRNG0002", undefined, typo), 410, "link_expired");
  // What works is no failure, one after the other or at once.
  const third = { "X-Client": "203.0.113.9" };
  const codes: string[] = [];
  for (let n = 0; n < 24; n++) codes.push((await newCode(world, { userId: `user-${n}` })).code);
  for (const one of codes.splice(12)) {
    assert.equal((await pair(world, one, undefined, third)).status, 201);
  }
  const paired = await Promise.all(codes.map((one) => pair(world, one, undefined, third)));
  assert.deepEqual(paired.map(({ status }) => status), codes.map(() => 201));
}, { env: { CLIENT_IP_HEADER: "X-Client" } });

testOnEach("wrong fields of a pairing are refused by name", async (world) => {
  const { shop: key } = world.keys;
  const bad: [string, unknown, string][] = [
    ["/api/devices/pairings", {}, "userId"],
    ["/api/devices/pairings", { userId: " " }, "userId"],
    ["/api/devices/pairings", { userId: "a", name: "x".repeat(61) }, "name"],
    ["/api/devices/pairings", { userId: "a", memberId: 1 }, "memberId"],
    ["/api/phone/pair", {}, "code"],
    ["/api/phone/pair", { code: "x".repeat(41) }, "code"],
    ["/api/phone/pair", { code: "K7QM0X1Z", name: "" }, "name"],
    ["/api/phone/pair", { code: "\0" }, "code"],
  ];
  for (const [path, json, field] of bad) {
    const { fields } = assertFailure(
      await world.call("POST", path, { key, json }),
      422,
      "validation_failed",
    );
    assert.deepEqual(Object.keys(fields), [field]);
  }
});

testOnEach("a company lists and unpairs its own phones only", async (world) => {
  const phones = [await world.pairPhone("maria"), await world.pairPhone("maria")];
  const luis = await world.pairPhone("luis");
  const studio = await world.pairPhone("maria", world.keys.studio);
  const list = async (query = "", key = world.keys.shop) => {
    const { body } = await world.call("GET", `/api/devices${query}`, { key });
    return body.data.map(({ id }: { id: string }) => id);
  };
  assert.deepEqual((await list()).length, 3);
  assert.deepEqual(new Set(await list("?userId=maria")), new Set(phones.map((p) => p.deviceId)));
  assert.deepEqual(await list("?userId=maria", world.keys.studio), [studio.deviceId]);
  await world.call("GET", "/api/phone/notifications", { device: luis.token });
  const answer = await world.call("GET", "/api/devices?userId=luis", { key: world.keys.shop });
  assert.ok(Date.parse(answer.body.data[0].lastSeenAt) > Date.now() - 60_000);
  // Any call of a phone tells it, not the list alone.
  const [first] = phones;
  await world.call("GET", "/api/phone/conversations", { device: first!.token });
  const all = await world.call("GET", "/api/devices?userId=maria", { key: world.keys.shop });
  const times = new Map<string, string | null>(
    all.body.data.map(({ id, lastSeenAt }: { id: string; lastSeenAt: string }) => [id, lastSeenAt]),
  );
  assert.ok(Date.parse(times.get(first!.deviceId)!) > Date.now() - 60_000);
  assert.equal(times.get(phones[1]!.deviceId), null);

  const unpair = (id: string, key = world.keys.shop) =>
    world.call("DELETE", `/api/devices/${id}`, { key });
  assertFailure(await unpair(luis.deviceId, world.keys.studio), 404, "not_found");
  assertFailure(await unpair("7"), 404, "not_found");
  const gone = await unpair(luis.deviceId);
  assert.deepEqual([gone.status, gone.body.data.id], [200, luis.deviceId]);
  assertFailure(await unpair(luis.deviceId), 404, "not_found");
  const late = await world.call("GET", "/api/phone/notifications", { device: luis.token });
  assertFailure(late, 401, "unauthorized");
  assert.deepEqual(await list("?userId=luis"), []);
  assert.equal((await send(world, { userId: "luis" })).recipients[0].devices, 0);
});

testOnEach("of a pairing code only a digest is stored", async (world) => {
  const pairing = await inTenant(
    world,
    (trx) => createPairing(trx, { companyId: 1 }, { userId: "maria" }, "https://relevo.example"),
  );
  assert.equal(pairing.url, `https://relevo.example/phone#pair=${pairing.code}`);
  const rows = await inTenant(world, (trx) => trx.selectFrom("pairings").selectAll().execute());
  assert.ok(!JSON.stringify(rows).includes(pairing.code));
  assert.equal(rows[0]!.digest.length, 32);
});

testOnEach("a pairing comes without its picture where none is wanted", async (world) => {
  const make = async (query: string) => (await world.call("POST", `/api/devices/pairings${query}`, {
    key: world.keys.shop,
    json: { userId: "maria" },
  }));
  assert.match((await make("?qr=1")).body.data.qr, /^<svg/);
  const plain = await make("?qr=0");
  assert.deepEqual([plain.status, "qr" in plain.body.data], [201, false]);
  assert.equal((await pair(world, plain.body.data.code)).status, 201);
  const { fields } = assertFailure(await make("?qr=no"), 422, "validation_failed");
  assert.deepEqual(Object.keys(fields), ["qr"]);
});
