/** Keys that are limited to sending or reading, and in time. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { allows, keyScopes, type NeededScope } from "@/lib/input/key_scope.ts";
import { apiOf, expectData, expectFailure } from "../crm/scene.ts";
import { allEntries } from "../http/routes.ts";
import { nameOf, tryGuard } from "../isolation/try_endpoint.ts";
import { makeScene } from "../isolation/things.ts";
import { answer, ask, assertFailure, inTenant, postNotify, readBack } from "../notify/scene.ts";
import { startReceiver } from "../support/receiver.ts";
import { until } from "../support/wait.ts";
import { people, testOnEach, type World } from "../support/world.ts";

/** What each endpoint of programs needs; a new one is decided here too. */
const needed: Record<string, NeededScope> = {
  "POST /api/notify": "send",
  "POST /api/notify/{userId}": "send",
  "DELETE /api/notifications/{id}": "send",
  "GET /api/notifications": "own",
  "GET /api/notifications/{id}": "own",
  "GET /api/responses": "own",
  "GET /api/responses/{id}/callback": "read",
  "GET /api/devices": "read",
  "POST /api/responses/{id}/redeliver": "all",
  "POST /api/devices/pairings": "all",
  "DELETE /api/devices/{id}": "all",
  "POST /api/messages": "channel",
  "POST /api/messages/{messageId}/status": "channel",
  "POST /api/files": "channel",
  "GET /api/files/{id}": "channel",
};

async function keyEntries() {
  return (await allEntries()).filter(({ method }) => method.guard === "key");
}

async function makeKey(world: World, json: Record<string, unknown>): Promise<string> {
  const ana = apiOf(world, people.ana);
  return (await expectData(ana("POST", "/keys", { name: "x", ...json }), 201)).key;
}

/** Sets when the company's keys end, all but the one from before. */
function setExpiry(world: World, at: Date): Promise<unknown> {
  return inTenant(world, (trx) =>
    trx.updateTable("api_keys").set({ expires_at: at })
      .where("company_id", "=", 1).where("name", "<>", "shop").execute());
}

Deno.test("every endpoint of programs says what a key must be allowed", async () => {
  const scopes = (await keyEntries()).map((entry) => [nameOf(entry), entry.method.spec.scope]);
  assert.deepEqual(Object.fromEntries(scopes), needed);
});

/** Of what others sent it does not even read the answer to a cancel. */
async function cancelsItsOwn(world: World) {
  const key = await makeKey(world, { scope: "send" });
  const [own, foreign] = [await ask(world, {}, key), await ask(world)];
  const cancel = (id: string) => world.call("DELETE", `/api/notifications/${id}`, { key });
  assertFailure(await cancel(foreign), 404, "not_found");
  assert.equal((await readBack(world, foreign)).recipients[0].status, "queued");
  assert.equal((await cancel(own)).body.data.recipients[0].status, "cancelled");
}

testOnEach("a limited key does what its scope allows, and hears what it lacks", async (world) => {
  await cancelsItsOwn(world);
  const scene = await makeScene(world);
  for (const scope of keyScopes) {
    const key = await makeKey(world, { scope });
    for (const entry of await keyEntries()) {
      const needs = needed[nameOf(entry)]!;
      const tried = await tryGuard(scene, entry, { key });
      const what = `${nameOf(entry)} with ${scope}: ${tried.text}`;
      if (allows(scope, needs)) assert.notEqual(tried.status, 403, what);
      else {
        assert.deepEqual([tried.status, tried.body.code], [403, "insufficient_scope"], what);
        assert.deepEqual(tried.body.details, { scope, needed: needs });
        assert.ok(
          tried.text.includes(`error=\\"insufficient_scope\\", scope=\\"${needs}\\"`),
          what,
        );
      }
    }
  }
});

testOnEach("an expired key is refused, and what it sent is told to its sender", async (world) => {
  await using receiver = startReceiver();
  const ana = apiOf(world, people.ana);
  const wrong = { name: "x", scope: "write", expiresAt: "2020-01-01T00:00:00Z" };
  const { fields } = await expectFailure(ana("POST", "/keys", wrong), 422, "validation_failed");
  assert.deepEqual(Object.keys(fields).sort(), ["expiresAt", "scope"]);
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const key = await makeKey(world, { expiresAt });
  const [listed] = await expectData(ana("GET", "/keys"));
  assert.deepEqual([listed.scope, listed.expiresAt, listed.revokedAt], ["all", expiresAt, null]);
  const phone = await world.pairPhone("maria");
  const id = await ask(world, { callbackUrl: `${receiver.url}/answers` }, key);
  const other = await ask(world);
  const waiting = world.call("GET", "/api/responses?wait=60", { key });
  await until(() => world.services.live.waiting === 1, { what: "the poll to wait" });

  await setExpiry(world, new Date());
  assertFailure(await postNotify(world, {}, key), 401, "key_expired");
  const read = () => world.call("GET", `/api/notifications/${id}`, { key });
  assertFailure(await read(), 401, "key_expired");
  await answer(world, phone, other, { actionId: "yes" }); // which wakes the one who waits
  assertFailure(await waiting, 401, "key_expired");

  await answer(world, phone, id, { actionId: "no" });
  const [callback] = await receiver.received(1);
  const hmac = createHmac("sha256", key).update(callback!.body).digest("hex");
  assert.equal(callback!.headers.get("x-service-signature"), `sha256=${hmac}`);

  await setExpiry(world, new Date(Date.now() + 3_600_000));
  assert.equal((await read()).status, 200);
  await inTenant(
    world,
    (trx) =>
      trx.updateTable("api_keys").set({ revoked_at: new Date(), expires_at: new Date() })
        .where("company_id", "=", 1).where("name", "<>", "shop").execute(),
  );
  assertFailure(await read(), 401, "unauthorized");
});
