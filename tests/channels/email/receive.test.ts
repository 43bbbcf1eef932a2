/** Mail that comes into a mailbox is read once, and filed with whom it is from. */
import assert from "node:assert/strict";
import { expectData } from "../../crm/scene.ts";
import { inTenant } from "../../notify/scene.ts";
import { until } from "../../support/wait.ts";
import { delivered, goNow } from "../scene.ts";
import { deliver, deliverPast, marksOf, numbered, verified, watched } from "./deliver.ts";
import { own, undelivered } from "./mails.ts";
import { testWithMail } from "./scene.ts";

testWithMail(
  "a mail makes a contact, once, and the next one goes on with it",
  async (world, post) => {
    const { api, id, read, settled, contacts, messagesOf } = await watched(world, post);
    await deliver(post, [numbered(1, { head: verified })]);
    await read();
    await settled(1);
    const [contact] = await contacts();
    assert.deepEqual([contact.name, contact.email], ["Ana García", "ana@cliente.example"]);
    assert.deepEqual([contact.status, contact.channel], ["new", "other"]);
    const [message] = await messagesOf(contact.id);
    assert.deepEqual([message.subject, message.body], [
      "Una puerta que no cierra",
      "¿Reparáis puertas?",
    ]);
    assert.deepEqual([message.mail.verified, message.mail.to[0].address], [true, own]);
    await deliver(post, [numbered(2, { body: "¿Y ventanas?" }), numbered(1, { head: verified })]);
    await read();
    await read();
    await settled(2);
    assert.equal((await messagesOf(contact.id)).length, 2);
    assert.equal((await contacts()).length, 1);
    assert.deepEqual(await marksOf(post), [[], [], []], "nothing is marked, moved or deleted");
    await post.imap.rebuild("taller");
    await read();
    await settled(2);
    assert.equal((await expectData(api("GET", `/channels/${id}`))).state, "working");
  },
);

testWithMail(
  "an answer is filed by our id, whoever sends it, and adds no identity",
  async (world, post) => {
    const { api, id, read, settled, contacts, messagesOf } = await watched(world, post);
    await deliver(post, [numbered(1, { head: verified })]);
    await read();
    await settled(1);
    const [contact] = await contacts();
    const sent = await expectData(
      api("POST", `/contacts/${contact.id}/messages`, {
        ...{ direction: "out", via: id, body: "Sí, claro" },
      }),
      201,
    );
    await goNow(world);
    await delivered({ api }, contact.id, sent.id, "sent");
    const [, field] = /^References:(.*(?:\r?\n[ \t].*)*)/m.exec(post.smtp.mails[0]!.text)!;
    const references = field!.trim().split(/\s+/);
    assert.equal(references.at(-1), "<a1@cliente.example>");
    const head = [`References: ${references[0]}`];
    await deliver(post, [
      numbered(3, { head, from: "Otra <otra@x.example>", body: "Soy su hermana" }),
    ]);
    await read();
    await until(async () => (await messagesOf(contact.id)).length === 3);
    const identities = await inTenant(
      world,
      (trx) =>
        trx.selectFrom("identities").select("value").where("contact_id", "=", contact.id).execute(),
    );
    assert.equal(
      identities.some(({ value }) => value.includes("otra@")),
      false,
    );
    // The copy in Sent is the same message.
    await read();
    assert.equal((await messagesOf(contact.id)).length, 3);
  },
);

testWithMail("an answer sent from elsewhere is filed as outgoing", async (world, post) => {
  const { read, settled, contacts, messagesOf } = await watched(world, post);
  await deliver(post, [numbered(1, { head: verified })]);
  await read();
  await settled(1);
  const [contact] = await contacts();
  const answer = new TextDecoder().decode(numbered(9, { from: own, body: "Desde mi móvil" }))
    .replace(`To: Taller <${own}>`, "To: ana@cliente.example");
  await deliver(post, [new TextEncoder().encode(answer)], "Sent");
  await read();
  await settled(2);
  const [message] = (await messagesOf(contact.id))
    .filter(({ direction }: { direction: string }) => direction === "out");
  assert.equal(message.body, "Desde mi móvil");
  assert.equal(message.delivery, null);
});

testWithMail("automatic mail makes no contact, and can be found", async (world, post) => {
  const { api, id, read, settled, contacts } = await watched(world, post);
  await deliver(post, [
    numbered(1, { head: ["Return-Path: <>"] }),
    numbered(2, { head: ["Auto-Submitted: auto-replied"] }),
    numbered(3, { from: own }),
  ]);
  await read();
  await settled(3);
  assert.deepEqual(await contacts(), []);
  const list = await expectData(api("GET", `/channels/${id}/automatic`));
  const kinds = list.map(({ kind }: { kind: string }) => kind).sort();
  assert.deepEqual(kinds, ["auto_reply", "own", "report"]);
});

testWithMail("a bounce fails its message with the reason", async (world, post) => {
  const { api, id, read, settled } = await watched(world, post, { sent_copy: false });
  const contact = await expectData(
    api("POST", "/contacts", { name: "Nadie", email: "nadie@cliente.example" }),
    201,
  );
  const sent = await expectData(
    api("POST", `/contacts/${contact.id}/messages`, { direction: "out", via: id, body: "Hola" }),
    201,
  );
  await goNow(world);
  await delivered({ api }, contact.id, sent.id, "sent");
  const text = new TextDecoder().decode(undelivered)
    .replace("<out1@taller.example>", sent.external_id);
  await deliver(post, [new TextEncoder().encode(text)]);
  await read();
  await settled(1);
  const { error } = await delivered({ api }, contact.id, sent.id, "failed");
  assert.match(error, /returned\. .*5\.1\.1/);
});

testWithMail(
  "a mail that cannot be read is a problem, and the next one is read",
  async (world, post) => {
    const { api, id, read, settled, contacts } = await watched(world, post);
    const broken =
      "Subject: =?utf-8?Q?Ma=C3=B1ana?=\r\nDate: Tue, 24 Nov 2026 10:00:00 +0100\r\n\r\nx";
    await deliver(post, [new TextEncoder().encode(broken), numbered(1)]);
    await read();
    await settled(2);
    assert.equal((await contacts()).length, 1);
    const titles = async () =>
      (await inTenant(
        world,
        (trx) =>
          trx.selectFrom("notifications").select("title").where("company_id", "=", 1).execute(),
      )).map(({ title }) => title);
    await until(async () => (await titles()).includes("No se puede leer un mensaje de Taller"));
    const [problem] = await expectData(api("GET", `/channels/${id}/problems`));
    assert.match(problem.details, /no sender/);
    assert.deepEqual([problem.from, problem.subject, problem.sent_at], [
      null,
      "Mañana",
      "2026-11-24T09:00:00.000Z",
    ]);
  },
);

testWithMail(
  "old mails of a mailbox are read only where asked for, and notify nobody",
  async (world, post) => {
    await deliverPast(post, [numbered(1), numbered(2)]);
    const since = Temporal.Now.plainDateISO("UTC").subtract({ days: 30 }).toString();
    const { api, read, settled, contacts } = await watched(world, post, { import_since: since });
    await settled(2);
    const [contact] = await contacts();
    assert.equal(contact.status, "read");
    await read();
    await settled(2);
    const notices = await inTenant(
      world,
      (trx) => trx.selectFrom("notifications").select("id").execute(),
    );
    assert.deepEqual(notices, []);
    await expectData(api("GET", `/contacts/${contact.id}`));
  },
);

testWithMail("what comes in is read at once where the server says so", async (world, post) => {
  const { settled, contacts } = await watched(world, post);
  await deliver(post, [numbered(1, { head: verified })]);
  await settled(1);
  assert.equal((await contacts()).length, 1);
});

testWithMail(
  "a sender whom nobody vouches for is said to be so, and is no identity",
  async (world, post) => {
    const { id, read, settled, contacts, messagesOf } = await watched(world, post);
    await deliver(post, [numbered(1, { head: ["Reply-To: malo@x.example"] })]);
    await read();
    await settled(1);
    const [contact] = await contacts();
    const [message] = await messagesOf(contact.id);
    assert.equal(message.mail.verified, false);
    assert.equal(message.mail.reply_to.address, "malo@x.example");
    const addresses = await inTenant(
      world,
      (trx) =>
        trx.selectFrom("identities").select("value").where("kind", "=", "account_id")
          .where("value", "like", `${id}:%`).execute(),
    );
    assert.deepEqual(addresses, []);
  },
);

testWithMail("a flood holds its sender, once, and not the mailbox", async (world, post) => {
  const { api, id, read, settled, contacts, messagesOf } = await watched(world, post);
  await deliver(post, [numbered(1)]);
  await read();
  await settled(1);
  const [contact] = await contacts();
  await inTenant(world, async (trx) => {
    for (let n = 2; n <= 60; n++) {
      await trx.insertInto("channel_events").values({
        ...{ company_id: 1, account_id: id, external_id: `${n}`, size: 1 },
        ...{ state: "read", contact_id: contact.id },
      }).execute();
    }
  });
  const notices = async () =>
    (await inTenant(
      world,
      (trx) =>
        trx.selectFrom("notifications").select("id").where("company_id", "=", 1)
          .where("tag", "=", `contact:${contact.id}`).execute(),
    )).length;
  const before = await notices();
  await deliver(post, [numbered(61)]);
  await read();
  await settled(61);
  const first = await notices();
  assert.ok(first > before);
  await deliver(post, [numbered(62)]);
  await read();
  await settled(62);
  assert.equal(await notices(), first);
  assert.notEqual((await expectData(api("GET", `/channels/${id}`))).state, "paused");
  assert.deepEqual(await contacts(), []);
  const quarantine = await expectData(api("GET", "/contacts?held=true"));
  assert.deepEqual(quarantine.map((one: { id: number }) => one.id), [contact.id]);
  assert.equal((await messagesOf(contact.id)).length, 3);
  await expectData(api("POST", `/contacts/${contact.id}/release`));
  assert.equal((await contacts())[0].id, contact.id);
});
