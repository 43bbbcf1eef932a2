import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { digestOf } from "@/lib/access/tokens.ts";
import { signBody, signWebhook } from "@/lib/outbound/signature.ts";

const KEY =
  "rlv_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0-Pw";
const BODY = new TextEncoder().encode(
  '{"notificationId":"n1","userId":"ana","action":{"id":"yes","label":"Sí"},"reply":null,' +
    '"respondedAt":"2026-01-02T03:04:05.678Z","data":null}',
);

// The expected values were made with OpenSSL and again with Python's hmac, both keyed with KEY:
// openssl dgst -sha256 -hmac "$KEY" body.json printf 'rsp_01.1767323045.%s' "$(cat body.json)" |
// openssl dgst -sha256 -hmac "$KEY" -binary | base64
Deno.test("signature: fixed vectors", () => {
  const digest = digestOf(KEY);
  assert.equal(
    Buffer.from(digest).toString("hex"),
    "081b9c4214218da1928af04984b6149ee5488ecff16e2565bb3be9e96debc0be",
  );
  assert.equal(
    signBody(digest, BODY),
    "sha256=fe976091104e4b0238bbb7cf1bd57533418a2403c5e1dc5d3e3afa6e880d6409",
  );
  assert.equal(
    signBody(digest, new Uint8Array()),
    "sha256=04e29cbd5d813f57d9ba009486132260c909bc16c84a4c31ca3381d0b90843da",
  );
  assert.equal(
    signWebhook(digest, { id: "rsp_01", timestamp: 1767323045, body: BODY }),
    "v1,G5Vpb0fM99kZzyuNI+jnDyRi9gEF0Quoe0PmLY8rE4A=",
  );
});

Deno.test("signature: a receiver verifies with the API key itself, whatever the body", () => {
  const body = fc.uint8Array({ maxLength: 4096 });
  const key = fc.constantFrom(64, 65, 96).map((n) => `rlv_${randomBytes(n).toString("base64url")}`);
  fc.assert(fc.property(key, body, (key, body) => {
    const expected = `sha256=${createHmac("sha256", key).update(body).digest("hex")}`;
    const sent = signBody(digestOf(key), body);
    assert.ok(timingSafeEqual(Buffer.from(sent), Buffer.from(expected)));
  }));
});

Deno.test("signature: the Standard Webhooks library verifies with the API key as raw secret", () => {
  const digest = digestOf(KEY);
  const timestamp = Math.floor(Date.now() / 1000);
  const webhook = new Webhook(KEY, { format: "raw" });
  const headers = (signature: string) => ({
    "webhook-id": "rsp_01",
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signature,
  });
  const text = new TextDecoder().decode(BODY);
  const signature = signWebhook(digest, { id: "rsp_01", timestamp, body: BODY });
  assert.deepEqual(webhook.verify(text, headers(signature)), JSON.parse(text));
  assert.throws(() => webhook.verify(text.replace("ana", "eva"), headers(signature)));
  const other = signWebhook(digest, { id: "rsp_02", timestamp, body: BODY });
  assert.throws(() => webhook.verify(text, headers(other)));
});

Deno.test("signature: one other bit anywhere gives another signature", () => {
  const digest = digestOf(KEY);
  const bit = fc.nat(BODY.length * 8 - 1);
  fc.assert(fc.property(bit, (bit) => {
    const changed = BODY.slice();
    changed[bit >> 3]! ^= 1 << (bit & 7);
    assert.notEqual(signBody(digest, changed), signBody(digest, BODY));
  }));
});
