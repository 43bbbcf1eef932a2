/** Who wrote: one person by several ids, two contacts of one, floods, names, and what is erased. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { expectData, inDatabase } from "../../../crm/scene.ts";
import { contents } from "../../../isolation/contents.ts";
import { testOnEach, type World } from "../../../support/world.ts";
import { connectMeta, type MetaAccount } from "../accounts.ts";
import { dayMs, deliver, settled, variant } from "./hooks.ts";
import { readWindows } from "@/lib/channels/meta/people/windows.ts";
import { item, read, text, whatsapp } from "./store.ts";

const number = "34600111222";
const businessId = "ES.13491208655302741918";

async function contactsOf({ api }: MetaAccount) {
  return await expectData(api("GET", "/contacts?sort=created_at&per_page=100"));
}

async function bodiesOf({ api }: MetaAccount, contactId: number): Promise<string[]> {
  const messages = await expectData(api("GET", `/contacts/${contactId}/messages?per_page=100`));
  return messages.map(({ body }: { body: string }) => body).reverse();
}

testOnEach("two contacts of one person stay two, and both pages offer the merge", async (world) => {
  const account = await connectMeta(world, "whatsapp");
  const byNumber = { from: number };
  const byId = { from_user_id: businessId };
  await read(world, account, [
    whatsapp(byNumber, text("1", "por número"), Date.now() - 300_000),
    whatsapp(byId, text("2", "por id"), Date.now() - 200_000),
    whatsapp({ ...byNumber, ...byId }, text("3", "por ambos"), Date.now() - 100_000),
  ]);
  const [first, second] = await contactsOf(account);
  assert.deepEqual(await bodiesOf(account, first.id), ["por número"]);
  assert.deepEqual(await bodiesOf(account, second.id), ["por id", "por ambos"], "heard last");
  for (const [one, other] of [[first, second], [second, first]]) {
    const alike = await expectData(account.api("GET", `/contacts/${one.id}/duplicates`));
    assert.deepEqual(
      alike.map(({ id, reason }: { id: number; reason: string }) => [id, reason]),
      [[other.id, "same_person"]],
    );
  }
  await expectData(account.api("POST", `/contacts/${first.id}/merge`, { into_id: second.id }));
  await read(world, account, [whatsapp(byNumber, text("4", "otra vez"))]);
  assert.equal((await contactsOf(account)).length, 1);
  assert.deepEqual((await bodiesOf(account, second.id)).at(-1), "otra vez");
}, { hasGraph: true });

testOnEach("a changed number is the same person, and tells nobody", async (world) => {
  const account = await connectMeta(world, "whatsapp");
  await deliver(world, account, variant("whatsapp/text"));
  await settled(world);
  const notices = () =>
    inDatabase(world, 1, async (trx) => {
      const { rows } = await sql`select id from notifications`.execute(trx);
      return rows.length;
    });
  const before = await notices();
  await deliver(world, account, variant("whatsapp/number-changed"));
  await deliver(world, account, variant("whatsapp/id-changed"));
  await settled(world);
  assert.equal(await notices(), before);
  await read(world, account, [
    whatsapp({ from: "34602000000" }, text("a", "número nuevo")),
    whatsapp({ from_user_id: "MX.0987000000" }, text("b", "id nuevo")),
  ]);
  const [contact, ...others] = await contactsOf(account);
  assert.deepEqual(others, []);
  assert.equal((await bodiesOf(account, contact.id)).length, 3);
}, { hasGraph: true });

testOnEach("a page's id of a person is nobody's on another page", async (world) => {
  const page = await connectMeta(world, "facebook");
  const other = await connectMeta(world, "instagram");
  const sender = "7012345678901234";
  await read(world, page, [item("page", { sender }, { message: { mid: "m_1", text: "Hola" } })]);
  await read(world, other, [
    item("instagram", { sender, recipient: "17841400000000001" }, {
      message: { mid: "m_1", text: "Soy otra" },
    }),
  ]);
  const contacts = await contactsOf(page);
  assert.deepEqual(contacts.map(({ channel }: { channel: string }) => channel), [
    "facebook",
    "instagram",
  ]);
  const { rows } = await inDatabase(
    world,
    1,
    (trx) => sql<{ title: string }>`select title from notifications order by id`.execute(trx),
  );
  assert.ok(rows.some(({ title }) => title.includes("Instagram 1234")), JSON.stringify(rows));
}, { hasGraph: true });

testOnEach("a window is Meta's day less a minute, and closes when Meta says so", async (world) => {
  const account = await connectMeta(world, "facebook");
  const at = Math.floor(Date.now() / 1_000) * 1_000 - dayMs + 120_000;
  const sender = "7012345678901234";
  const window = () =>
    inDatabase(world, 1, async (trx) => {
      const keys = [{ accountId: account.id, personId: sender }, { accountId: 1, personId: "0" }];
      return (await readWindows(trx, { companyId: 1 }, keys))
        .map(({ window_until }) => window_until?.getTime() ?? null);
    });
  const say = (mid: string, sentAt: number) =>
    item("page", { sender, at: sentAt }, { message: { mid, text: "Hola" } });
  await read(world, account, [say("m_1", at), say("m_2", at - 1_000)]);
  assert.deepEqual(await window(), [at + dayMs - 60_000, null]);
  await inDatabase(
    world,
    1,
    (trx) => trx.updateTable("account_people").set({ closed_at: new Date(at + 5_000) }).execute(),
  );
  assert.deepEqual(await window(), [null, null]);
  await read(world, account, [
    item("page", { sender, at: at + 9_000 }, {
      reaction: { mid: "m_none", action: "react", emoji: "👍" },
    }),
  ]);
  assert.deepEqual(await window(), [at + 9_000 + dayMs - 60_000, null], "a reaction opens it");
}, { hasGraph: true });

testOnEach("the source of a link stands on the next message", async (world) => {
  const account = await connectMeta(world, "facebook");
  const sender = "7012345678901234";
  const now = Date.now() - 60_000;
  const referral = { referral: { ref: "feria", source: "SHORTLINK", type: "OPEN_THREAD" } };
  const hook = item("page", { sender, at: now }, referral);
  const say = (mid: string, at: number) =>
    item("page", { sender, at }, { message: { mid, text: mid } });
  await read(world, account, [say("m_1", now - 5_000), hook]);
  await read(world, account, [say("m_2", now + 5_000), say("m_3", now + 6_000)]);
  const [contact] = await contactsOf(account);
  const messages = await expectData(account.api("GET", `/contacts/${contact.id}/messages`));
  const sources = messages.map((
    { body, source }: { body: string; source: { ref: string } | null },
  ) => [body, source?.ref]);
  assert.deepEqual(sources, [["m_3", undefined], ["m_2", "feria"], ["m_1", undefined]]);
}, { hasGraph: true });

testOnEach("a flood holds its sender; reactions do not count", async (world) => {
  const account = await connectMeta(world, "instagram");
  const say = (sender: string, mid: string) =>
    item("instagram", { sender, recipient: "17841400000000001" }, { message: { mid, text: mid } });
  const many = (sender: string, count: number) =>
    Array.from({ length: count }, (_, n) => say(sender, `m_${sender}_${n}`));
  const react = (sender: string, n: number) =>
    item("instagram", { sender, at: Date.now() - 60_000 + n * 100 }, {
      reaction: { mid: `m_${sender}_0`, action: "react", emoji: "❤️" },
    });
  await read(world, account, many("900001", 70));
  const reactions = Array.from({ length: 70 }, (_, n) => react("900002", n));
  await read(world, account, [...many("900002", 5), ...reactions, say("900002", "m_last")]);
  const rows = await inDatabase(world, 1, async (trx) => {
    const { rows } = await sql`
      select c.channel_contact_id as id, c.held, count(*)::int as count
      from contacts c join contact_messages m on m.contact_id = c.id
      group by c.company_id, c.id order by c.id`.execute(trx);
    return rows;
  });
  assert.deepEqual(rows, [
    { id: "900001", held: true, count: 70 },
    { id: "900002", held: false, count: 6 },
  ]);
  const { state } = await expectData(account.api("GET", `/channels/${account.id}`));
  assert.equal(state, "working");
}, { hasGraph: true });

testOnEach("an echo ends the conversation's notices and makes nothing new", async (world) => {
  const account = await connectMeta(world, "facebook");
  await deliver(world, account, variant("facebook/text"));
  await settled(world);
  const open = () =>
    inDatabase(world, 1, async (trx) => {
      const { rows } = await sql<{ status: string }>`
        select distinct status from notification_recipients`.execute(trx);
      return rows.map(({ status }) => status);
    });
  assert.ok(!(await open()).includes("cancelled"));
  await deliver(world, account, variant("facebook/echo-elsewhere", { at: new Date() }));
  await settled(world);
  assert.deepEqual(await open(), ["cancelled"]);
  const [contact] = await contactsOf(account);
  assert.equal(contact.status, "read");
  const [echo] = await expectData(account.api("GET", `/contacts/${contact.id}/messages`));
  assert.deepEqual(
    [echo.direction, echo.source.kind, echo.author, echo.delivery],
    ["out", "elsewhere", null, null],
  );
}, { hasGraph: true });

testOnEach("an unsent message leaves phones too", async (world) => {
  const account = await connectMeta(world, "instagram");
  const recipient = "17841400000000001";
  const sender = "900001";
  const attachments = [{ type: "image", payload: { url: "https://lookaside.fbsbx.com/a.jpg" } }];
  await read(world, account, [
    item("instagram", { sender, recipient }, { message: { mid: "m_1", text: "mi clave es 1234" } }),
    item("instagram", { sender, recipient }, { message: { mid: "m_2", attachments } }),
  ]);
  await read(
    world,
    account,
    ["m_1", "m_2"].map((mid) =>
      item("instagram", { sender, recipient }, { message: { mid, is_deleted: true } })
    ),
  );
  await assertNowhere(world, "1234");
  const { rows: notices } = await inDatabase(
    world,
    1,
    (trx) =>
      sql<{ body: string }>`select n.body from notifications n where exists (
      select from notification_recipients r where r.notification_id = n.id
        and r.status not in ('replaced', 'cancelled'))`.execute(trx),
  );
  assert.deepEqual(new Set(notices.map(({ body }) => body)), new Set(["Ha retirado un mensaje."]));
  const { rows: files } = await inDatabase(
    world,
    1,
    (trx) => sql`select id from files`.execute(trx),
  );
  assert.deepEqual(files, []);
}, { hasGraph: true });

/** In no text and no bytes of the database. */
async function assertNowhere(world: World, secret: string): Promise<void> {
  const all = await contents(world);
  const bytes = [...new TextEncoder().encode(secret)].map((byte) => byte.toString(16)).join("");
  for (const form of [secret, bytes]) {
    const at = all.indexOf(form);
    assert.equal(at, -1, all.slice(Math.max(0, at - 200), at + 100));
  }
}

testOnEach("an erasure leaves no id of the person", async (world) => {
  const account = await connectMeta(world, "whatsapp");
  for (const name of ["text", "marketing-stopped", "id-changed", "reply"]) {
    await deliver(world, account, variant(`whatsapp/${name}`));
    await settled(world);
  }
  const [contact] = await contactsOf(account);
  assert.equal(contact.name, "Nuria Vidal");
  await assert.rejects(() => assertNowhere(world, "34601000000"));
  const [contactByUsername] = await expectData(account.api("GET", "/contacts?q=nuria.v"));
  assert.equal(contactByUsername.id, contact.id, "the username is searched");
  await expectData(
    account.api("POST", `/contacts/${contact.id}/erase`, { confirm: contact.name }),
  );
  for (const id of ["34601000000", "ES.13491208655302000000", "MX.0987000000", "nuria.v"]) {
    await assertNowhere(world, id);
  }
  await deliver(world, account, variant("whatsapp/text"));
  await settled(world);
  assert.deepEqual(await contactsOf(account), [], "what was erased does not come again");
}, { hasGraph: true });
