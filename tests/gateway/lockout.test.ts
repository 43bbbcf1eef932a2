/** Others who ask for codes and guess at them: a person gets in all the same. */
import assert from "node:assert/strict";
import { browserLimits, strangerLimits } from "@/gateway/auth/limits.ts";
import { type Scene, scene } from "./support/scene.ts";
import type { Answer, Visitor } from "./support/visitor.ts";

const ana = "ana@shop.example";
const env = { CLIENT_IP_HEADER: "X-Forwarded-For" };
const browser = "__Host-relevo_browser";

/** Asks for a code from that address. */
function ask(person: Visitor, from: string, email = ana): Promise<Answer> {
  return person.form("/.gateway/code", { email }, { "x-forwarded-for": from });
}

function guess(person: Visitor, from: string, code: string): Promise<Answer> {
  return person.form("/.gateway/code/check", { email: ana, code }, { "x-forwarded-for": from });
}

/** The newest code that was sent, once `count` were. */
async function newest({ mailbox, opened }: Scene, count: number): Promise<string> {
  await opened.gateway.background.idle();
  assert.equal(mailbox.messages.length, count);
  return /^Subject: (\d{6}) /m.exec(mailbox.messages.at(-1)!.text)![1]!;
}

/** A code of six digits that is not this one. */
function other(code: string, step = 1): string {
  return String((Number(code) + step) % 1_000_000).padStart(6, "0");
}

scene("thirty wrong codes of another browser leave a person's fresh one good", async (at) => {
  const { app, visitor } = at;
  await app.addMember(ana, 1);
  const person = visitor();
  await ask(person, "203.0.113.1");
  const first = await newest(at, 1);
  const strangers = [visitor(), visitor()];
  for (let tries = 0; tries < 30; tries++) {
    const answer = await guess(
      strangers[tries % 2]!,
      `198.51.100.${tries}`,
      other(first, tries + 1),
    );
    assert.equal(answer.status, 400);
  }
  assert.equal((await guess(visitor(), "198.51.100.40", first)).status, 400, "of another browser");
  assert.equal((await guess(person, "203.0.113.1", first)).status, 303);
  // And one that is asked for afterwards.
  const later = visitor();
  await ask(later, "203.0.113.2");
  assert.equal((await guess(later, "203.0.113.2", await newest(at, 2))).status, 303);
}, { env, both: true });

scene("three wrong, five asked for and one later: both codes let their person in", async (at) => {
  const { app, visitor } = at;
  await app.addMember(ana, 1);
  const person = visitor();
  await ask(person, "203.0.113.1");
  const code = await newest(at, 1);
  const stranger = visitor();
  for (let tries = 1; tries <= 3; tries++) {
    await guess(stranger, "198.51.100.1", other(code, tries));
  }
  for (let requests = 0; requests < 5; requests++) {
    assert.equal((await ask(stranger, "198.51.100.1")).status, 200);
  }
  await newest(at, 6);
  const elsewhere = visitor();
  assert.equal((await ask(elsewhere, "203.0.113.9")).status, 200);
  const later = await newest(at, 7);
  await at.restart();
  assert.equal((await guess(person, "203.0.113.1", code)).status, 303);
  assert.equal((await guess(elsewhere, "203.0.113.9", later)).status, 303);
}, { env });

scene("a browser's own tries pass where its network has used up all guesses", async (at) => {
  const { app, visitor } = at;
  await app.addMember(ana, 1);
  const person = visitor();
  await ask(person, "203.0.113.1");
  const code = await newest(at, 1);
  const stranger = visitor();
  await ask(stranger, "203.0.113.1", "nobody@shop.example");
  const statuses = [];
  for (let tries = 0; tries < 30; tries++) {
    statuses.push((await guess(stranger, "203.0.113.1", other(code, tries + 1))).status);
  }
  assert.deepEqual(statuses, [...Array(20).fill(400), ...Array(10).fill(429)]);
  for (let tries = 1; tries <= 2; tries++) {
    assert.equal((await guess(person, "203.0.113.1", other(code, tries))).status, 400);
  }
  assert.equal((await guess(person, "203.0.113.1", code)).status, 303);
  assert.equal((await guess(person, "203.0.113.1", code)).status, 429, "there is none any more");
}, { env });

scene("a browser has three tries of its own code, however many others guess", async (at) => {
  const { app, visitor } = at;
  await app.addMember(ana, 1);
  const [person, second] = [visitor(), visitor()];
  await ask(person, "203.0.113.1");
  const code = await newest(at, 1);
  await ask(second, "203.0.113.2");
  const otherCode = await newest(at, 2);
  for (let tries = 1; tries <= 2; tries++) {
    assert.equal((await guess(person, "203.0.113.1", other(code, tries))).status, 400);
    assert.equal((await guess(second, "203.0.113.2", other(otherCode, tries))).status, 400);
  }
  assert.equal((await guess(person, "203.0.113.1", code)).status, 303, "at the third try");
  assert.equal((await guess(second, "203.0.113.2", other(otherCode))).status, 400);
  assert.equal((await guess(second, "203.0.113.2", otherCode)).status, 400, "three were wrong");
}, { env });

scene("guesses at once have three tries together", async (at) => {
  const { app, visitor } = at;
  await app.addMember(ana, 1);
  const person = visitor();
  await ask(person, "203.0.113.1");
  const code = await newest(at, 1);
  const wrong = Array.from(
    { length: 12 },
    (_, step) => guess(person, "203.0.113.1", other(code, step + 1)),
  );
  assert.deepEqual(new Set((await Promise.all(wrong)).map(({ status }) => status)), new Set([400]));
  const { db } = at.opened.gateway.database;
  const rows = await db.selectFrom("verification").select("value").execute();
  for (const { value } of rows) assert.ok(Number(value.split(":")[1]) <= 3, value);
}, { env, both: true });

scene("codes for one address are bounded by day; what was sent stays good", async (at) => {
  const { app, visitor } = at;
  await app.addMember(ana, 1);
  const { db } = at.opened.gateway.database;
  const person = visitor();
  await ask(person, "203.0.113.1");
  const code = await newest(at, 1);
  // A thousand callers: the hour passes whenever its bound is reached.
  const statuses = [];
  for (let caller = 0; caller < 30; caller++) {
    const answer = await ask(visitor(), `198.51.${caller}.1`);
    statuses.push(answer.status);
    if (answer.status === 429) assert.ok(Number(answer.headers.get("retry-after")) > 0);
    await db.deleteFrom("attempt").where("key", "like", "code:%").execute();
  }
  const sent = strangerLimits.address[1]!.most;
  assert.equal(statuses.filter((status) => status === 200).length, sent - 1);
  await newest(at, sent);
  const refused = await ask(person, "203.0.113.1");
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get("retry-after")) > 80_000);
  assert.match(refused.text, /name="code"/, "a code that was sent may still be typed");
  assert.equal((await guess(person, "203.0.113.1", code)).status, 303);
  const { most } = strangerLimits.networkAndAddress[0]!;
  assert.ok(most * 2 < sent, "two networks cannot use up a day");
}, { env });

scene("one network uses up no other's codes, whatever browsers it makes", async (at) => {
  const { app, visitor } = at;
  await app.addMember(ana, 1);
  const statuses = [];
  for (let times = 0; times < 12; times++) {
    statuses.push((await ask(visitor(), `2001:db8::${times}`)).status);
  }
  const { most } = strangerLimits.networkAndAddress[0]!;
  assert.deepEqual(statuses, [...Array(most).fill(200), ...Array(12 - most).fill(429)]);
  assert.equal((await ask(visitor(), "2001:db8:0:1::1")).status, 200);
}, { env });

scene("a browser that its person has signed in with is locked out by nobody", async (at) => {
  const { app, visitor } = at;
  await app.addMember(ana, 1);
  await app.addMember("eva@shop.example", 1);
  const { db } = at.opened.gateway.database;
  const person = visitor();
  const first = await ask(person, "203.0.113.1");
  const [line] = first.headers.getSetCookie();
  assert.match(
    line!,
    /^__Host-relevo_browser=[\w-]{43}; Path=\/; Max-Age=15552000; HttpOnly; Secure; SameSite=Lax$/,
  );
  assert.equal((await guess(person, "203.0.113.1", await newest(at, 1))).status, 303);
  await person.form("/.gateway/logout", {});
  // Strangers of the person's own network, too.
  await db.updateTable("attempt").set({ count: 1_000 }).where("key", "like", "code%")
    .where("key", "not like", "code-browser%").execute();
  assert.equal((await ask(visitor(), "203.0.113.1")).status, 429);

  const again = await ask(person, "203.0.113.1");
  assert.deepEqual([again.status, again.headers.getSetCookie()], [200, []], "it keeps its cookie");
  assert.equal((await guess(person, "203.0.113.1", await newest(at, 2))).status, 303);
  // A limit of its own, and for its person alone.
  const { most } = browserLimits[0]!;
  for (let sent = 2; sent < most; sent++) {
    assert.equal((await ask(person, "203.0.113.1")).status, 200);
  }
  assert.equal((await ask(person, "203.0.113.1")).status, 429);
  assert.equal((await ask(person, "203.0.113.1", "eva@shop.example")).status, 429);

  // Ending all sessions, as after a theft, takes that from every browser.
  await person.form("/.gateway/account/end-all", {});
  assert.deepEqual(await db.selectFrom("browser").select("digest").execute(), []);
}, { env });

scene("a cookie that no gateway made is no browser's, and the app sees none", async (at) => {
  const { app, visitor } = at;
  await app.addMember(ana, 1);
  const person = visitor();
  for (const value of ["", "x", "a".repeat(44), "é".repeat(43)]) {
    person.cookies.set(browser, encodeURI(value));
    const answer = await ask(person, "203.0.113.1", `a${value.length}@shop.example`);
    assert.equal(answer.status, 200);
    assert.match(person.cookies.get(browser)!, /^[\w-]{43}$/);
  }
  await person.get("/phone/");
  assert.equal(app.lastRequest()!.headers.get("cookie"), null);
}, { env });
