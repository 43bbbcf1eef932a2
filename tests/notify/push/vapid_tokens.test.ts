import assert from "node:assert/strict";
import * as jose from "jose";
import { VapidTokens } from "@/lib/notify/push/vapid_tokens.ts";

const hour = 3_600_000;

Deno.test("a token serves a push service for hours, and is renewed before it ends", async () => {
  const pair = await jose.generateKeyPair("ES256", { extractable: true });
  const keys = { publicKey: "the key", privateKey: await jose.exportJWK(pair.privateKey) };
  const clock = { now: Date.now() };
  const tokens = new VapidTokens(keys, "mailto:push@relevo.example", () => clock.now);
  const first = await tokens.authorization("https://a.example/push/1");
  const [, token, key] = /^vapid t=(\S+), k=(.+)$/.exec(first)!;
  assert.equal(key, keys.publicKey);
  const { payload, protectedHeader } = await jose.jwtVerify(token!, pair.publicKey);
  assert.deepEqual(payload, {
    aud: "https://a.example",
    sub: "mailto:push@relevo.example",
    exp: Math.floor((clock.now + 12 * hour) / 1000),
  });
  assert.deepEqual(protectedHeader, { typ: "JWT", alg: "ES256" });
  assert.equal(await tokens.authorization("https://a.example/other"), first);
  const other = await tokens.authorization("https://a.example:8443/push/1");
  assert.notEqual(other, first, "a port is another service");
  clock.now += 10 * hour;
  assert.equal(await tokens.authorization("https://a.example/push/1"), first);
  clock.now += 1.5 * hour;
  assert.notEqual(await tokens.authorization("https://a.example/push/1"), first);
});
