import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createKey, listKeys, revokeKey } from "@/lib/access/keys.ts";
import { DigestCache, digestOf } from "@/lib/access/tokens.ts";
import { assertFailure, inTenant, postNotify } from "../notify/scene.ts";
import { testOnEach } from "../support/world.ts";

testOnEach("a key is shown once, and only its digest is kept", async (world) => {
  const key = await inTenant(world, (trx) => createKey(trx, { companyId: 1 }, { name: "tienda" }));
  assert.match(key.key, /^rlv_[\w-]{86}$/);
  assert.equal(Buffer.from(key.key.slice(4), "base64url").length, 64);
  assert.equal(key.hint, key.key.slice(0, 8));
  const rows = await inTenant(world, (trx) => trx.selectFrom("api_keys").selectAll().execute());
  assert.ok(!JSON.stringify(rows).includes(key.key.slice(8)));
  const row = rows.find(({ id }) => id === key.id)!;
  assert.deepEqual(Buffer.from(row.digest), Buffer.from(digestOf(key.key)));
  const listed = await inTenant(world, (trx) => listKeys(trx, { companyId: 1 }));
  assert.deepEqual(listed.map(({ name }) => name), ["tienda", "shop"]);
  assert.ok(!JSON.stringify(listed).includes(key.key.slice(8)));
  assert.ok(world.logged.every((line) => !line.includes(key.key.slice(8))));
});

testOnEach("two keys live side by side, and revoking ends one of them at once", async (world) => {
  const key = await inTenant(world, (trx) => createKey(trx, { companyId: 1 }, { name: "second" }));
  assert.equal((await postNotify(world, {}, key.key)).status, 202);
  const first = await inTenant(world, (trx) => revokeKey(trx, { companyId: 1 }, key.id));
  assertFailure(await postNotify(world, {}, key.key), 401, "unauthorized");
  assert.equal((await postNotify(world)).status, 202);
  const again = await inTenant(world, (trx) => revokeKey(trx, { companyId: 1 }, key.id));
  assert.deepEqual(again, first, "the first revocation's time stays");
  const foreign = await inTenant(world, (trx) => revokeKey(trx, { companyId: 2 }, key.id), 2);
  assert.equal(foreign, undefined);
});

testOnEach("a key that is revoked among a batch takes no other send along", async (world) => {
  const key = await inTenant(world, (trx) => createKey(trx, { companyId: 1 }, { name: "second" }));
  await inTenant(world, (trx) => revokeKey(trx, { companyId: 1 }, key.id));
  const sends = Array.from(
    { length: 40 },
    (_, n) => postNotify(world, { title: `Number ${n}` }, n % 2 ? key.key : world.keys.shop),
  );
  const answers = await Promise.all(sends);
  for (const [n, { status }] of answers.entries()) assert.equal(status, n % 2 ? 401 : 202);
  const rows = await inTenant(
    world,
    (trx) => trx.selectFrom("notifications").select(["title", "key_id"]).execute(),
  );
  assert.equal(rows.length, 20);
  assert.ok(rows.every(({ key_id }) => key_id !== key.id));
});

Deno.test("the cache of keys holds found keys up to its size, and no missing ones", async () => {
  const cache = new DigestCache<string>(2);
  const lookups: string[] = [];
  const find = (name: string, result?: string) =>
    cache.find(digestOf(name), () => {
      lookups.push(name);
      return Promise.resolve(result);
    });
  assert.equal(await find("a", "ana"), "ana");
  assert.equal(await find("a", "never asked again"), "ana");
  assert.equal(await find("unknown"), undefined);
  assert.equal(await find("unknown"), undefined);
  assert.deepEqual(lookups, ["a", "unknown", "unknown"]);
  await find("b", "luis");
  await find("c", "eva");
  assert.equal(await find("a", "ana"), "ana");
  assert.deepEqual(lookups.slice(3), ["b", "c", "a"], "the oldest was forgotten");
});
