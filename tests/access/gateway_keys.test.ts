import assert from "node:assert/strict";
import { SignJWT } from "jose";
import { createGateway } from "@/lib/access/gateway/gateway.ts";
import { makeSigningKey, startKeyServer } from "@/tests/support/gateway.ts";
import { ana, scene } from "./gateway_scene.ts";

scene("a rotated key is found without a restart", async ({ keys, verify }) => {
  const old = await keys.sign(ana);
  await verify(old);
  await keys.rotate();
  assert.deepEqual(await verify(await keys.sign(ana)), ana);
  assert.deepEqual(await verify(old), ana);
  assert.equal(keys.requests, 2);
});

scene(
  "unknown kids cause one fetch in each cool-down",
  async ({ keys, refuses, verify, later }) => {
    await verify(await keys.sign(ana));
    const key = await makeSigningKey();
    const forged = await Promise.all([1, 2, 3].map((n) => keys.sign(ana, { key, kid: `k${n}` })));
    await Promise.all(forged.map((token) => refuses(token, "unauthorized")));
    await refuses(forged[0]!, "unauthorized");
    assert.equal(keys.requests, 2);
    later(29_000);
    await refuses(forged[0]!, "unauthorized");
    assert.equal(keys.requests, 2);
    await keys.rotate();
    later(1_000);
    assert.deepEqual(await verify(await keys.sign(ana)), ana);
    assert.equal(keys.requests, 3);
  },
  { isStill: true },
);

scene("one without a kid is tried with every key", async ({ keys, refuses, verify }) => {
  const unnamed = { kid: null };
  const first = await keys.sign(ana, unnamed);
  assert.deepEqual(await verify(first), ana);
  await keys.rotate();
  assert.deepEqual(await verify(await keys.sign(ana, unnamed)), ana);
  assert.deepEqual(await verify(first), ana);
  await refuses(await keys.sign(ana, { kid: null, expiresIn: -60 }), "token_expired");
  await refuses(await keys.sign(ana, { kid: null, key: await makeSigningKey() }), "unauthorized");
});

scene(
  "key server down, warm cache, also past its age",
  async ({ keys, verify, refuses, later }) => {
    const token = await keys.sign(ana, { expiresIn: 86_400 });
    await verify(token);
    await keys.stop();
    assert.deepEqual(await verify(token), ana);
    later(3_600_000);
    assert.deepEqual(await verify(token), ana);
    later(3_600_000);
    assert.deepEqual(await verify(token), ana);
    await refuses(await keys.sign(ana, { expiresIn: -1 }), "token_expired");
  },
);

scene("key server down, warm cache, new key: not the caller's fault", async (at) => {
  const { keys, verify, refuses, later } = at;
  await verify(await keys.sign(ana));
  await keys.rotate();
  const rotated = await keys.sign(ana);
  await keys.stop();
  await refuses(rotated, "keys_unavailable");
  await refuses(rotated, "keys_unavailable");
  keys.start();
  later(30_000);
  assert.deepEqual(await verify(rotated), ana);
  assert.equal(at.keysErrors.length, 1);
});

scene("key server down, cold cache, and back again", async ({ keys, verify, refuses }) => {
  const token = await keys.sign(ana);
  await keys.stop();
  await refuses(token, "keys_unavailable");
  keys.start();
  keys.behaviour = 500;
  await refuses(token, "keys_unavailable");
  keys.behaviour = "answers";
  assert.deepEqual(await verify(token), ana);
});

scene("key server that never answers, cold cache", async ({ keys, refuses, keysErrors }) => {
  keys.behaviour = "hangs";
  const token = await keys.sign(ana);
  await refuses(token, "keys_unavailable");
  assert.equal(keysErrors[0]?.message, "No key set within 50 ms");
}, { timeoutMs: 50 });

scene("key server that never answers, warm cache past its age", async ({ keys, verify, later }) => {
  const token = await keys.sign(ana, { expiresIn: 86_400 });
  await verify(token);
  keys.behaviour = "hangs";
  later(600_000);
  const answers = await Promise.all(Array.from({ length: 20 }, () => verify(token)));
  assert.ok(answers.every(({ email }) => email === ana.email));
}, { timeoutMs: 600_000 });

scene("a key that is no longer published goes with the next refresh", async (at) => {
  const { keys, verify, refuses, later } = at;
  const old = await keys.sign(ana, { expiresIn: 86_400 });
  await verify(old);
  await keys.rotate({ keepOld: false });
  assert.deepEqual(await verify(old), ana);
  later(600_000);
  await verify(old);
  await verify(await keys.sign(ana, { expiresIn: 86_400 }));
  await refuses(old, "unauthorized");
});

scene("after a long silence even the first caller meets the new keys", async (at) => {
  const { keys, verify, refuses, later } = at;
  const old = await keys.sign(ana, { expiresIn: 86_400 });
  await verify(old);
  await keys.rotate({ keepOld: false });
  later(3 * 600_000);
  await refuses(old, "unauthorized");
});

scene("fifty at once with a cold cache make one fetch", async ({ keys, verify }) => {
  const token = await keys.sign(ana);
  const answers = await Promise.all(Array.from({ length: 50 }, () => verify(token)));
  assert.equal(answers.length, 50);
  assert.equal(keys.requests, 1);
});

scene("fifty at once after a rotation make one more", async ({ keys, verify }) => {
  await verify(await keys.sign(ana));
  await keys.rotate();
  const token = await keys.sign(ana);
  await Promise.all(Array.from({ length: 50 }, () => verify(token)));
  assert.equal(keys.requests, 2);
});

Deno.test("gateway token: what is not a key set counts as unavailable", async () => {
  for (
    const body of ["<html>", "{}", '{"keys":1}', '{"keys":[]}', "null", " ".repeat(300_000) + "{}"]
  ) {
    const server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen() {} },
      () => new Response(body),
    );
    const gateway = createGateway({ jwksUrl: `http://127.0.0.1:${server.addr.port}/` });
    const key = await makeSigningKey();
    const token = new SignJWT(ana).setProtectedHeader({ alg: "RS256", kid: "k" });
    const signed = await token.setExpirationTime("5m").sign(key.privateKey);
    await assert.rejects(gateway.verify(signed), { code: "keys_unavailable" });
    await gateway.close();
    await server.shutdown();
  }
});

Deno.test("gateway token: an empty or endless key set does not take the place of a good one", async () => {
  await using keys = await startKeyServer();
  let body: () => BodyInit = () => '{"keys":[]}';
  let isGood = true;
  await using server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    () => isGood ? fetch(keys.jwksUrl) : new Response(body()),
  );
  let skew = 0;
  const errors: string[] = [];
  const gateway = createGateway({
    jwksUrl: `http://127.0.0.1:${server.addr.port}/`,
    now: () => Date.now() + skew,
    onKeysError: ({ message }) => errors.push(message),
  });
  const token = await keys.sign(ana, { expiresIn: 86_400 });
  assert.equal((await gateway.verify(token)).email, ana.email);
  isGood = false;
  const endless = () =>
    new ReadableStream<Uint8Array>({ pull: (to) => to.enqueue(new Uint8Array(65_536).fill(32)) });
  for (
    const [source, message] of [[() => '{"keys":[]}', /empty/], [endless, /too large/]] as const
  ) {
    body = source;
    skew += 3_600_000;
    assert.equal((await gateway.verify(token)).email, ana.email);
    assert.match(errors.at(-1)!, message);
  }
  await gateway.close();
});

scene(
  "a signature is checked once for each key set, dates and keys each time",
  async ({ keys, verify, refuses, later }) => {
    const { verify: check } = crypto.subtle;
    let checks = 0;
    crypto.subtle.verify = (...args: Parameters<typeof check>) => {
      checks++;
      return check.apply(crypto.subtle, args);
    };
    try {
      const token = await keys.sign(ana, { expiresIn: 660, notBefore: -60 });
      for (let n = 0; n < 3; n++) assert.deepEqual(await verify(token), ana);
      assert.equal(checks, 1);
      const [head, claims, signature] = token.split(".") as [string, string, string];
      const others = await keys.sign({ email: "eva@example.com" });
      const forged = [
        [head, others.split(".")[1], signature],
        [head, claims, others.split(".")[2]],
      ];
      for (const parts of forged) await refuses(parts.join("."), "unauthorized");
      assert.equal(checks, 3);
      later(-120_000);
      await refuses(token, "unauthorized");
      later(120_000);
      assert.deepEqual(await verify(token), ana);
      checks = 0;
      await keys.rotate();
      await verify(await keys.sign(ana));
      assert.deepEqual(await verify(token), ana);
      assert.deepEqual(await verify(token), ana);
      assert.equal(checks, 2);
      later(600_000);
      assert.deepEqual(await verify(token), ana);
      later(120_000);
      await refuses(token, "token_expired");
    } finally {
      crypto.subtle.verify = check;
    }
  },
  { isStill: true, refreshMs: 3_600_000 },
);
