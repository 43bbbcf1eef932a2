/** Invitation links: the first passkey, and what a link does not do. */
import assert from "node:assert/strict";
import { decodeJwt } from "jose";
import { header, scene } from "./support/scene.ts";

const ana = "ana@shop.example";
const eva = "eva@shop.example";

scene("a link makes the first passkey and lets its person in", async ({ app, visitor }) => {
  const person = visitor();
  const link = await app.invite(ana, 1);
  const page = await person.get(`/enter/${link}`);
  assert.equal(page.status, 200);
  assert.match(page.text, /<html lang="es">[^]*Talleres Ruiz te invita a Relevo como ana@shop/);
  assert.match((await person.get(`/enter/${link}`, { "accept-language": "en" })).text, /Join Tall/);
  assert.equal(await app.isUsed(link), false);
  const answer = await person.redeem(link);
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(answer.json, { to: "/panel" });
  assert.equal(await app.isUsed(link), true);
  assert.equal((await person.get("/panel")).text, "the app");
  const claims = decodeJwt(app.lastRequest()!.headers.get(header)!);
  assert.equal(claims.email, ana);
  assert.equal(claims.email_verified, false);
  assert.equal(claims.relevo_company, 1);
}, { both: true });

scene("a link is good once, also for two at the same time", async ({ app, visitor, opened }) => {
  const link = await app.invite(ana, 1);
  const people = [visitor(), visitor(), visitor()];
  const answers = await Promise.all(people.map((person) => person.redeem(link)));
  const [first, ...refused] = answers.map(({ status }) => status).sort();
  assert.equal(first, 200);
  // One that asks a moment later finds the link used, or the passkey made.
  assert.ok(refused.every((status) => status === 409 || status === 410), String(refused));
  const late = await visitor().redeem(link);
  assert.deepEqual([late.status, late.json.code], [410, "link_ended"]);
  const passkeys = await opened.gateway.database.db.selectFrom("passkey").select("id").execute();
  assert.equal(passkeys.length, 1);
  const page = await visitor().get(`/enter/${link}`);
  assert.equal(page.status, 410);
});

scene("an expired, used or mistyped link shows the same page", async ({ app, visitor }) => {
  const expired = await app.invite(ana, 1, { expired: true });
  const pages = await Promise.all(
    [expired, "a".repeat(32), "x", "..%2f..", ""].map((token) => visitor().get(`/enter/${token}`)),
  );
  assert.deepEqual(new Set(pages.map(({ status }) => status)), new Set([410]));
  assert.equal(new Set(pages.map(({ text }) => text)).size, 1);
  assert.equal((await visitor().redeem(expired)).json.code, "link_ended");
});

scene("an address with a passkey gets no other by link", async ({ app, visitor, member }) => {
  await member(ana);
  const link = await app.invite(ana, 1);
  const thief = visitor();
  const page = await thief.get(`/enter/${link}`, { "accept-language": "en" });
  assert.match(page.text, /ana@shop\.example is in Relevo already/);
  assert.doesNotMatch(page.text, /data-passkey="link"/);
  const refused = await thief.redeem(link);
  assert.deepEqual([refused.status, refused.json.code], [409, "has_passkey"]);
  assert.equal(await app.isUsed(link), false);
});

scene("a member of another company gets none either", async ({ app, visitor }) => {
  await app.addMember(ana, 2);
  const link = await app.invite(ana, 1);
  const refused = await visitor().redeem(link);
  assert.deepEqual([refused.status, refused.json.code], [409, "has_passkey"]);
});

scene("invited to two companies: the second link leads to sign-in", async (at) => {
  const { app, member, visitor } = at;
  const person = await member(ana, 1);
  const link = await app.invite(ana, 2);
  const elsewhere = visitor(person.device);
  const signed = await elsewhere.signIn({ link });
  assert.equal(signed.status, 200, signed.text);
  assert.equal(await app.isUsed(link), true);
  await elsewhere.get("/panel");
  // Not proved: it opens the company that made it, and no other.
  assert.equal(decodeJwt(app.lastRequest()!.headers.get(header)!).relevo_company, 1);
});

scene("a passkey of another address does not use the link up", async ({ app, member, visitor }) => {
  const other = await member(eva, 1);
  await member(ana, 1);
  const link = await app.invite(ana, 2);
  const answer = await visitor(other.device).signIn({ link });
  assert.deepEqual([answer.status, answer.json.code], [403, "other_address"]);
  assert.equal(answer.headers.getSetCookie().some((line) => /relevo=/.test(line)), false);
  assert.equal(await app.isUsed(link), false);
});

scene("the inviter who opens somebody else's link", async ({ app, member, visitor, mailbox }) => {
  const inviter = await member(eva, 1);
  const link = await app.invite(ana, 1);
  const page = await inviter.get(`/enter/${link}`, { "accept-language": "en" });
  assert.match(page.text, /signed in as eva@shop\.example, and this link is for ana@shop\.example/);
  const refused = await inviter.redeem(link);
  assert.deepEqual([refused.status, refused.json.code], [403, "other_address"]);
  assert.equal(await app.isUsed(link), false);
  const out = await inviter.form("/.gateway/logout", { to: `/enter/${link}` });
  assert.equal(out.headers.get("location"), `/enter/${link}`);
  const inHerName = await inviter.redeem(link);
  assert.equal(inHerName.status, 200);

  // The day that ana proves her mailbox, the inviter's passkey still opens one company only.
  await app.addMember(ana, 2);
  const owner = visitor();
  await owner.form("/.gateway/code", { email: ana });
  const code = await mailbox.code(ana);
  assert.equal((await owner.form("/.gateway/code/check", { email: ana, code })).status, 303);
  await owner.get("/panel");
  const hers = decodeJwt(app.lastRequest()!.headers.get(header)!);
  assert.deepEqual([hers.email_verified, hers.relevo_company], [true, undefined]);
  // Sessions of before the proof have ended.
  assert.equal((await inviter.get("/panel")).status, 302);
  assert.equal((await inviter.signIn()).status, 200);
  await inviter.get("/panel");
  const theirs = decodeJwt(app.lastRequest()!.headers.get(header)!);
  assert.deepEqual([theirs.email_verified, theirs.relevo_company], [false, 1]);
  const list = await owner.get("/.gateway/account", { "accept-language": "en" });
  assert.match(list.text, /Opens Talleres Ruiz only/);
  // Nor can it make itself full: the code goes to ana.
  await inviter.form("/.gateway/code", { email: ana });
  const guess = await inviter.form("/.gateway/code/check", { email: ana, code: "000000" });
  assert.equal(guess.status, 400);
});

scene("an unproved passkey ends with its membership, also for good", async (at) => {
  const { app, member, clock, opened } = at;
  const person = await member(ana, 1);
  assert.equal((await person.get("/panel")).status, 200);
  await app.removeMember(ana, 1);
  await app.addMember(ana, 2);
  assert.equal((await person.get("/panel")).status, 200, "the app's word holds for a minute");
  clock.now += 60_000;
  assert.equal((await person.get("/panel")).status, 302);
  assert.deepEqual(
    await opened.gateway.database.db.selectFrom("passkey").selectAll().execute(),
    [],
  );
  await app.addMember(ana, 1);
  assert.equal((await person.signIn()).json.code, "passkey_unknown");
});

scene("the operator's link adds a passkey to those that are", async ({ app, member, visitor }) => {
  const lost = await member(ana, 1);
  const link = await app.invite(ana, 1, { recover: true });
  const person = visitor();
  assert.match(
    (await person.get(`/enter/${link}`, { "accept-language": "en" })).text,
    /Make a new passkey for ana@shop\.example/,
  );
  assert.equal((await person.redeem(link)).status, 200);
  await person.get("/panel");
  const claims = decodeJwt(app.lastRequest()!.headers.get(header)!);
  assert.deepEqual([claims.email_verified, claims.relevo_company], [true, undefined]);
  assert.equal((await lost.signIn()).status, 200);
  const list = await person.get("/.gateway/account", { "accept-language": "en" });
  assert.equal(list.text.match(/Rename<\/summary>/g)!.length, 2);
});

scene("signed in as whom the link is for: it is used up and leads on", async (at) => {
  const { app, member } = at;
  const person = await member(ana, 1);
  const link = await app.invite(ana, 2);
  assert.match((await person.get(`/enter/${link}`)).text, /\/\.gateway\/link\/use/);
  const used = await person.form("/.gateway/link/use", { link });
  assert.equal(used.headers.get("location"), "/panel");
  assert.equal(await app.isUsed(link), true);
});

scene("a challenge for one link makes no passkey with another", async ({ app, visitor }) => {
  const person = visitor();
  const [first, second] = [await app.invite(ana, 1), await app.invite(ana, 1)];
  const options = await person.post("/.gateway/link/options", { link: first });
  const response = await person.device.create(options.json);
  const crossed = await person.post("/.gateway/link/passkey", { link: second, response });
  assert.deepEqual([crossed.status, crossed.json.code], [410, "link_ended"]);
});

scene("without an app a link waits, and is not used up", async ({ app, visitor }) => {
  const person = visitor();
  const link = await app.invite(ana, 1);
  await app.stop();
  const page = await person.get(`/enter/${link}`);
  assert.equal(page.status, 503);
  assert.equal(page.headers.get("retry-after"), "2");
  app.start();
  assert.equal((await person.redeem(link)).status, 200);
});
