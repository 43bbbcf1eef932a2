/** The keys of tokens: published before they sign, and kept as long as a token may be of one. */
import assert from "node:assert/strict";
import { decodeProtectedHeader } from "jose";
import { jwtOptions } from "@/gateway/auth/auth.ts";
import { publishedForMs, publishedKeys, signingKey } from "@/gateway/auth/keys.ts";
import { requireOpenKeys } from "@/gateway/auth/sealed_keys.ts";
import { keptForMs, signsForMs, tendKeys } from "@/gateway/auth/tend_keys.ts";
import { header, scene } from "./support/scene.ts";

const minute = 60_000;

Deno.test("gateway keys: the first signs at once, every other once it was published for long", () => {
  const at = (minutes: number) => ({ createdAt: new Date(minutes * minute) });
  const [old, fresh] = [at(0), at(100)];
  assert.equal(signingKey([], 0), undefined);
  assert.equal(signingKey([old], 0), old);
  assert.equal(signingKey([fresh, old], 100 * minute), old);
  assert.equal(signingKey([old, fresh], 115 * minute - 1), old);
  assert.equal(signingKey([old, fresh], 115 * minute), fresh);
});

scene("a key is published a quarter of an hour before it signs", async (at) => {
  const { app, member, opened } = at;
  const { gateway } = opened;
  const { db } = gateway.database;
  const options = jwtOptions(gateway.config, { db, app: gateway.app, hasMail: true });
  const tend = (now: number) => tendKeys(gateway.auth, { db, options, now });
  const ids = async () =>
    (await db.selectFrom("jwks").select("id").orderBy("createdAt").execute())
      .map(({ id }) => id);
  const [first] = await ids();
  await tend(Date.now());
  assert.deepEqual(await ids(), [first]);

  // The first has signed for its time: the next is there before it is needed.
  const createdAt = new Date(Date.now() - signsForMs);
  await db.updateTable("jwks").set({ createdAt: createdAt }).execute();
  await Promise.all([tend(Date.now()), tend(Date.now())]);
  const both = await ids();
  assert.equal(both.length, 2, "two gateways make one");
  const { keys } = await publishedKeys(db) as { keys: Record<string, string>[] };
  assert.deepEqual(keys.map(({ kid }) => kid), both);
  for (const key of keys) {
    assert.deepEqual(Object.keys(key).sort(), ["alg", "e", "kid", "kty", "n", "use"]);
  }
  const person = await member("ana@shop.example");
  const signedBy = async () => {
    await person.signIn();
    await person.get("/panel");
    return decodeProtectedHeader(app.lastRequest()!.headers.get(header)!);
  };
  assert.deepEqual(await signedBy(), { alg: "RS256", kid: first });
  const published = new Date(Date.now() - publishedForMs);
  await db.updateTable("jwks").set({ createdAt: published }).where("id", "=", both[1]!).execute();
  assert.deepEqual(await signedBy(), { alg: "RS256", kid: both[1] });

  await tend(Date.now() + keptForMs - minute);
  assert.equal((await ids()).length, 2, "tokens of the first may still be about");
  await tend(Date.now() + keptForMs + minute);
  assert.deepEqual(await ids(), [both[1]]);
});

scene("private keys lie encrypted", async ({ opened }) => {
  const { privateKey } = await opened.gateway.database.db.selectFrom("jwks").select("privateKey")
    .executeTakeFirstOrThrow();
  assert.doesNotMatch(privateKey, /"d"|kty/);
});

scene("keys that another secret sealed stop a start, or go where one is alone", async (at) => {
  const person = await at.member("ana@shop.example");
  const own = at.env.GATEWAY_AUTH_SECRET!;
  const restartWith = (secret: string) => {
    at.env.GATEWAY_AUTH_SECRET = secret;
    return at.restart();
  };
  const other = "another secret of the gateway, in a test";
  const { opened: { gateway: { auth, log, database } } } = at;
  if (database.kind === "postgres") {
    await assert.rejects(restartWith(other), {
      name: "ConfigError",
      message: /^GATEWAY_AUTH_SECRET is not the one [^]* empty the table jwks/,
    });
    await restartWith(own);
    assert.equal((await person.get("/panel")).text, "the app");
  }
  const { db } = at.opened.gateway.database;
  await db.updateTable("jwks").set({ privateKey: '"00"' }).execute();
  await requireOpenKeys(auth, { db, log, isShared: false });
  assert.deepEqual(await db.selectFrom("jwks").select("id").execute(), []);
  await restartWith(other);
  assert.equal((await person.get("/panel")).status, 302);
  await person.signIn();
  assert.equal((await person.get("/panel")).text, "the app", "signed in anew");
});
