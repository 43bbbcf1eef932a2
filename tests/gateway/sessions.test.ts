/** Sessions and the page on which people see theirs. */
import assert from "node:assert/strict";
import { makeAuthenticator } from "./support/authenticator.ts";
import { scene } from "./support/scene.ts";
import type { Visitor } from "./support/visitor.ts";

const ana = "ana@shop.example";
const session = "__Host-relevo";

/** Values of the hidden fields of this name, in the order of the page. */
function fields(text: string, name: string): string[] {
  const pattern = new RegExp(`name="${name}" value="([^"]*)"`, "g");
  return [...new Set([...text.matchAll(pattern)].map(([, value]) => value!))];
}

function account(person: Visitor) {
  return person.get("/.gateway/account", { "accept-language": "en" });
}

scene(
  "a session is new with each sign-in, and the one before it ends",
  async ({ member, visitor }) => {
    const person = await member(ana);
    const first = person.cookies.get(session)!;
    await person.signIn();
    assert.notEqual(person.cookies.get(session), first);
    const before = visitor();
    before.cookies.set(session, first);
    assert.equal((await before.get("/panel")).status, 302);
  },
);

scene(
  "a session that was given to somebody is not the one they get",
  async ({ member, visitor }) => {
    const attacker = await member("eva@shop.example");
    const cookie = attacker.cookies.get(session)!;
    const person = visitor((await member(ana)).device);
    person.cookies.set(session, cookie);
    await person.signIn();
    assert.notEqual(person.cookies.get(session), cookie);
    assert.match((await account(person)).text, /Signed in as ana@shop\.example/);
    assert.equal((await attacker.get("/panel")).status, 302);
    const forged = visitor();
    for (const value of ["x", `${cookie.slice(0, -4)}AAA%3D`, cookie.split(".")[0]!]) {
      forged.cookies.set(session, value);
      assert.equal((await forged.get("/panel")).status, 302, value);
    }
  },
);

scene("signing out ends the session on the server", async ({ member, visitor }) => {
  for (const how of ["link", "form"]) {
    const person = await member(`${how}@shop.example`);
    const copied = visitor();
    copied.cookies.set(session, person.cookies.get(session)!);
    const out = how === "form"
      ? await person.form("/.gateway/logout", {})
      : await person.get("/.gateway/logout", { "sec-fetch-site": "same-origin" });
    assert.deepEqual([out.status, out.headers.get("location")], [303, "/.gateway/login"]);
    assert.equal(person.cookies.has(session), false);
    assert.equal((await copied.get("/panel")).status, 302);
  }
});

scene("another site's link signs nobody out", async ({ member }) => {
  const person = await member(ana);
  for (const site of ["cross-site", "same-site"]) {
    const page = await person.get("/.gateway/logout", { "sec-fetch-site": site });
    assert.equal(page.status, 200);
    assert.match(page.text, /Sign out of Relevo\?/);
  }
  assert.equal((await person.get("/panel")).status, 200);
});

scene("a session ends after thirty days", async ({ member, opened }) => {
  const person = await member(ana);
  const { db } = opened.gateway.database;
  const { createdAt, expiresAt } = await db.selectFrom("session").select(["createdAt", "expiresAt"])
    .executeTakeFirstOrThrow();
  assert.equal(Math.round((+expiresAt - +createdAt) / 86_400_000), 30);
  await db.updateTable("session").set({ expiresAt: new Date(Date.now() - 1) }).execute();
  assert.equal((await person.get("/panel")).status, 302);
});

scene("the last membership ends every session within a minute", async (at) => {
  const { app, member, visitor, mailbox, clock, opened } = at;
  const person = await member(ana);
  await person.form("/.gateway/code", { email: ana });
  await person.form("/.gateway/code/check", { email: ana, code: await mailbox.code(ana) });
  const phone = visitor(person.device);
  await phone.signIn();
  await app.addMember(ana, 2);
  const requests = app.requestCount();
  for (let times = 0; times < 3; times++) await person.get("/panel");
  assert.equal(app.requestCount(), requests + 1, "asked once in a minute");
  await app.removeMember(ana, 1);
  clock.now += 60_000;
  assert.equal((await person.get("/panel")).status, 200, "still a member of another company");
  await app.removeMember(ana, 2);
  clock.now += 60_000;
  assert.equal((await person.get("/panel")).status, 302);
  assert.equal((await phone.get("/panel")).status, 302);
  const rows = await opened.gateway.database.db.selectFrom("session").select("id").execute();
  assert.equal(rows.length, 0);
  // A proved passkey is its person's own: it waits for the next membership.
  await app.addMember(ana, 1);
  assert.equal((await phone.signIn()).status, 200);
});

scene(
  "when the app does not answer, its last word holds for a minute and no longer",
  async (at) => {
    const { app, member, clock } = at;
    const person = await member(ana);
    await person.get("/panel");
    await app.stop();
    assert.equal((await person.get("/panel")).status, 503);
    clock.now += 60_000;
    const page = await person.get("/panel");
    assert.deepEqual([page.status, page.headers.get("refresh")], [503, "2"]);
    const call = await person.get("/api/admin/me", { accept: "application/json" });
    assert.deepEqual([call.status, call.json.code], [503, "app_unavailable"]);
    app.start();
    assert.equal((await person.get("/panel")).text, "the app");
  },
);

scene("a stream ends with its session", async ({ app, member, clock, opened }) => {
  const person = await member(ana);
  const departure = Promise.withResolvers<void>();
  app.answerWith(() =>
    new Response(
      new ReadableStream({
        start: (out) => out.enqueue(new TextEncoder().encode("data: 1\n\n")),
        cancel: () => departure.resolve(),
      }),
      { headers: { "content-type": "text/event-stream" } },
    )
  );
  // The entry was made in the future of the timer's clock, so that it ends at once.
  clock.now = -60_000;
  const response = await fetch(`${person.origin}/api/admin/changes/stream`, {
    headers: { cookie: person.cookie },
  });
  const reader = response.body!.getReader();
  await reader.read();
  await opened.gateway.database.db.deleteFrom("session").execute();
  await assert.rejects(async () => {
    while (!(await reader.read()).done);
    throw new Error("ended");
  });
  await departure.promise;
});

scene("people see their passkeys and sessions, and change their own alone", async (at) => {
  const { member, visitor, app } = at;
  const person = await member(ana);
  const page = await account(person);
  assert.match(page.text, /Mailbox not proved[^]*opens Talleres Ruiz only/);
  const [id] = fields(page.text, "passkey");
  const renamed = await person.form("/.gateway/account/rename", {
    passkey: id!,
    name: " My <phone> ",
  });
  assert.equal(renamed.headers.get("location"), "/.gateway/account?done=renamed");
  const after = await person.get(renamed.headers.get("location")!, { "accept-language": "en" });
  assert.match(after.text, /role="status">Name saved\.[^]*My &lt;phone>/);
  for (const name of ["", " ", "x".repeat(61), "a\u0000b"]) {
    const wrong = await person.form("/.gateway/account/rename", { passkey: id!, name });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /Write a name of 1 to 60 characters/);
  }

  const other = await member("eva@shop.example");
  for (const what of ["rename", "remove"]) {
    const foreign = await other.form(`/.gateway/account/${what}`, { passkey: id!, name: "mine" });
    assert.equal(foreign.status, 404);
  }
  const phone = visitor(makeAuthenticator(person.origin));
  await person.addPasskey(phone.device);
  await phone.signIn();
  const both = fields((await account(person)).text, "passkey");
  assert.equal(both.length, 2);
  const sessions = fields((await account(person)).text, "session");
  assert.equal(sessions.length, 1, "its own has no button");
  await other.form("/.gateway/account/end", { session: sessions[0]! });
  assert.equal((await phone.get("/panel")).status, 200);
  await person.form("/.gateway/account/end", { session: sessions[0]! });
  assert.equal((await phone.get("/panel")).status, 302);

  await phone.signIn();
  const removed = await person.form("/.gateway/account/remove", { passkey: both[1]! });
  assert.equal(removed.headers.get("location"), "/.gateway/account?done=removed");
  assert.equal((await phone.get("/panel")).status, 302, "a lost phone is out at once");
  assert.equal((await phone.signIn()).json.code, "passkey_unknown");
  assert.equal((await person.get("/panel")).status, 200);
  await app.addMember(ana, 1);
});

scene("signing out everywhere ends all sessions", async ({ member, visitor }) => {
  const person = await member(ana);
  const phone = visitor(person.device);
  await phone.signIn();
  const out = await person.form("/.gateway/account/end-all", {});
  assert.equal(out.headers.get("location"), "/.gateway/login");
  for (const one of [person, phone]) assert.equal((await one.get("/panel")).status, 302);
});

scene("passkeys are changed by those alone who signed in a short while ago", async (at) => {
  const { member, opened } = at;
  const person = await member(ana);
  const long = new Date(Date.now() - 31 * 60_000);
  await opened.gateway.database.db.updateTable("session").set({ createdAt: long }).execute();
  const page = await account(person);
  assert.match(page.text, /first confirm that it is you/);
  assert.doesNotMatch(page.text, /account\/remove|data-passkey="add"/);
  const [id] = fields(page.text, "passkey");
  const removed = await person.form("/.gateway/account/remove", { passkey: id! });
  assert.equal(removed.status, 401);
  assert.equal((await person.addPasskey()).json.code, "sign_in_again");
  const login = await person.get("/.gateway/login?to=/.gateway/account", {
    "accept-language": "en",
  });
  assert.match(login.text, /Confirm that it is you/);
  const signed = await person.signIn({ to: "/.gateway/account" });
  assert.deepEqual(signed.json, { to: "/.gateway/account" });
  assert.match((await account(person)).text, /data-passkey="add"/);
});

scene("the only passkey stays where no code could let its person in", async ({ member }) => {
  const person = await member(ana);
  const [id] = fields((await account(person)).text, "passkey");
  const refused = await person.form("/.gateway/account/remove", { passkey: id! });
  assert.equal(refused.status, 403);
  assert.match(refused.text, /This is your only passkey/);
}, { mail: false });

scene("a restart keeps sessions, passkeys and keys", async (at) => {
  const { member, restart } = at;
  const person = await member(ana);
  const keys = (await person.get("/.gateway/jwks")).json;
  await restart();
  assert.equal((await person.get("/panel")).text, "the app");
  assert.deepEqual((await person.get("/.gateway/jwks")).json, keys);
  assert.equal((await person.signIn()).status, 200);
}, { both: true });

scene("nobody sees an account without a session", async ({ visitor }) => {
  const page = await visitor().get("/.gateway/account");
  assert.deepEqual([page.status, page.headers.get("location")], [
    302,
    "/.gateway/login?to=/.gateway/account",
  ]);
  for (const what of ["rename", "remove", "end", "end-all"]) {
    const fields = { passkey: "x", name: "x", session: "x" };
    const refused = await visitor().form(`/.gateway/account/${what}`, fields);
    assert.equal(refused.status, 401, what);
  }
});
