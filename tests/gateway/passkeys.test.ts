/** Signing in with a passkey, and everything that must not. */
import assert from "node:assert/strict";
import { makeAuthenticator } from "./support/authenticator.ts";
import { scene } from "./support/scene.ts";

const ana = "ana@shop.example";

scene("a passkey signs in, on a second device too", async ({ member, visitor }) => {
  const person = await member(ana);
  const second = visitor(person.device);
  const signed = await second.signIn({ to: "/panel/tasks?mine=1" });
  assert.equal(signed.status, 200, signed.text);
  assert.deepEqual(signed.json, { to: "/panel/tasks?mine=1" });
  const [line] = signed.headers.getSetCookie().filter((one) => one.startsWith("__Host-relevo="));
  assert.match(line!, /; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  assert.equal((await second.get("/panel")).text, "the app");

  const phone = makeAuthenticator(person.origin);
  assert.equal((await person.addPasskey(phone)).status, 200);
  assert.equal((await visitor(phone).signIn()).status, 200);
});

scene("a device that has not verified its user is refused", async ({ app, member, visitor }) => {
  const unverified = { isVerified: false };
  const link = await app.invite("eva@shop.example", 1);
  const answer = await visitor().redeem(link, unverified);
  assert.deepEqual([answer.status, answer.json.code], [403, "user_not_verified"]);
  assert.equal(await app.isUsed(link), false);
  const person = await member(ana);
  const signed = await person.signIn({}, unverified);
  assert.deepEqual([signed.status, signed.json.code], [403, "user_not_verified"]);
  const options = await visitor().post("/.gateway/passkey/options", {});
  assert.equal(options.json.userVerification, "required");
  assert.equal((await person.addPasskey(person.device, unverified)).json.code, "user_not_verified");
});

scene("an answer is good once, for its own challenge, site and browser", async (at) => {
  const { member, visitor } = at;
  const { device, origin } = await member(ana);
  const person = visitor(device);
  const options = await person.post("/.gateway/passkey/options", {});
  const challenge = person.cookies.get("__Host-relevo_challenge")!;
  const response = await device.get(options.json);
  const elsewhere = await visitor(device).post("/.gateway/passkey", { response });
  assert.equal(elsewhere.json.code, "passkey_failed", "no challenge in that browser");
  assert.equal((await person.post("/.gateway/passkey", { response })).status, 200);
  person.cookies.set("__Host-relevo_challenge", challenge);
  const replayed = await person.post("/.gateway/passkey", { response });
  assert.deepEqual([replayed.status, replayed.json.code], [400, "passkey_failed"]);

  const wrong = [
    { origin: "https://evil.example" },
    { origin: `${origin}.evil.example` },
    { rpId: "evil.example" },
    { challenge: "AAAA" },
  ];
  for (const faults of wrong) {
    const refused = await visitor(device).signIn({}, faults);
    assert.equal(refused.json.code, "passkey_failed", JSON.stringify(faults));
  }
  const unknown = await visitor(device).signIn({}, { id: "AAAAAAAAAAAAAAAAAAAAAA" });
  assert.deepEqual([unknown.status, unknown.json.code], [401, "passkey_unknown"]);
});

scene("a registration is no sign-in, and a sign-in no registration", async ({ member, app }) => {
  const person = await member(ana);
  const options = await person.post("/.gateway/passkey/options", {});
  const credential = await person.device.create({
    ...options.json,
    ...{ rp: { id: options.json.rpId }, user: { id: "x" } },
  });
  const added = await person.post("/.gateway/account/passkey", { response: credential });
  assert.equal(added.json.code, "passkey_failed");
  const link = await app.invite("eva@shop.example", 1);
  const refused = await person.post("/.gateway/link/passkey", { link, response: credential });
  assert.equal(refused.status, 403);
});

scene("a person without a company is not let in", async ({ app, member }) => {
  const person = await member(ana);
  await app.removeMember(ana, 1);
  const refused = await person.signIn();
  assert.deepEqual([refused.status, refused.json.code], [403, "not_a_member"]);
});

scene("while the app is away nobody signs in, and nothing is lost", async ({ app, member }) => {
  const person = await member(ana);
  await app.stop();
  const refused = await person.signIn();
  assert.deepEqual([refused.status, refused.json.code], [503, "app_unavailable"]);
  app.start();
  assert.equal((await person.signIn()).status, 200);
});

scene("a passkey whose origin is not noted opens nothing", async ({ member, opened }) => {
  const person = await member(ana);
  await opened.gateway.database.db.deleteFrom("origin").execute();
  assert.equal((await person.signIn()).json.code, "passkey_unknown");
});

scene("better-auth's own addresses are not there", async ({ member }) => {
  const person = await member(ana);
  for (const path of ["token", "get-session", "jwks", "sign-in/email-otp", "list-sessions", "ok"]) {
    for (const prefix of ["/.gateway/auth/", "/api/auth/", "/.gateway/"]) {
      if (prefix + path === "/.gateway/jwks") continue;
      const { status, text } = await person.get(prefix + path);
      assert.ok(prefix === "/api/auth/" ? text === "the app" : status === 404, prefix + path);
    }
  }
});
