import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createECDH, randomBytes } from "node:crypto";
import fc from "fast-check";
import { decrypt } from "http_ece";
import { encrypt, isUsableKey, maxPlaintext } from "@/lib/notify/push/encrypt.ts";

const bytes = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));

/** RFC 8291, section 5 and appendix A. */
const example = {
  plaintext: "V2hlbiBJIGdyb3cgdXAsIEkgd2FudCB0byBiZSBhIHdhdGVybWVsb24",
  senderPublic:
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
  senderPrivate: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
  browserPublic:
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
  salt: "DGv6ra1nlYgDCS1FRnbzlw",
  message:
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS" +
    "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu" +
    "lcy4a-fN",
};

async function senderOfExample(): Promise<CryptoKeyPair> {
  const point = bytes(example.senderPublic);
  const [x, y] = [point.slice(1, 33), point.slice(33)].map((half) =>
    Buffer.from(half).toString("base64url")
  );
  const curve = { name: "ECDH", namedCurve: "P-256" };
  const jwk = { kty: "EC", crv: "P-256", x, y, d: example.senderPrivate };
  return {
    privateKey: await crypto.subtle.importKey("jwk", jwk, curve, true, ["deriveBits"]),
    publicKey: await crypto.subtle.importKey("raw", point, curve, true, []),
  };
}

Deno.test("the example of RFC 8291 comes out byte by byte", async () => {
  const browser = { p256dh: bytes(example.browserPublic), auth: bytes(example.auth) };
  const fresh = { sender: await senderOfExample(), salt: bytes(example.salt) };
  const message = await encrypt(bytes(example.plaintext), browser, fresh);
  assert.equal(Buffer.from(message).toString("base64url"), example.message);
});

Deno.test("a browser reads what was encrypted to it, up to 4,096 bytes in all", async () => {
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  const auth = randomBytes(16);
  const browser = { p256dh: new Uint8Array(ecdh.getPublicKey()), auth: new Uint8Array(auth) };
  const read = (message: Uint8Array) =>
    decrypt(Buffer.from(message), {
      version: "aes128gcm",
      privateKey: ecdh,
      authSecret: auth.toString("base64url"),
    });
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: maxPlaintext }), async (plaintext) => {
      const message = await encrypt(plaintext, browser);
      assert.deepEqual(new Uint8Array(read(message)), plaintext);
    }),
    { numRuns: 20 },
  );
  const longest = await encrypt(new Uint8Array(maxPlaintext), browser);
  assert.equal(longest.length, 4_096);
  const again = await encrypt(new Uint8Array(maxPlaintext), browser);
  assert.notDeepEqual(longest.slice(0, 86), again.slice(0, 86), "salt and key are new each time");
});

Deno.test("a point that is not on the curve is told from one that is", async () => {
  assert.equal(await isUsableKey(bytes(example.browserPublic)), true);
  assert.equal(await isUsableKey(new Uint8Array(65).fill(4)), false);
  assert.equal(await isUsableKey(new Uint8Array(65)), false);
});
