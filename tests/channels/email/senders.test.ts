/** Mails that a form, a shop or a list sends are of who wrote them, as members say. */
import assert from "node:assert/strict";
import { expectData } from "../../crm/scene.ts";
import { inTenant } from "../../notify/scene.ts";
import type { World } from "../../support/world.ts";
import { delivered, goNow } from "../scene.ts";
import { deliver, numbered, watched } from "./deliver.ts";
import { own } from "./mails.ts";
import { testWithMail } from "./scene.ts";

const reply = (name: string) => `Reply-To: ${name} <${name.toLowerCase()}@cliente.example>`;

async function namesOf(contacts: () => Promise<{ name: string | null; email: string }[]>) {
  return (await contacts()).map(({ name, email }) => [name, email]).sort();
}

testWithMail("two customers behind one form are two contacts", async (world, post) => {
  const { read, settled, contacts, messagesOf } = await watched(world, post);
  const form = "Mi web <wordpress@taller.example>";
  await deliver(post, [
    numbered(1, { from: form, head: [reply("Ana")] }),
    numbered(2, { from: form, head: [reply("Luis")] }),
    numbered(3, { from: form, head: ["Reply-To: eva@cliente.example"] }),
    numbered(4, { from: `Web <${own}>`, head: [reply("Ana")], body: "¿Y ventanas?" }),
  ]);
  await read();
  await settled(4);
  assert.deepEqual(
    new Set((await namesOf(contacts)).map(String)),
    new Set(["Ana,ana@cliente.example", "Luis,luis@cliente.example", ",eva@cliente.example"]),
  );
  const ana = (await contacts()).find(({ name }: { name: string }) => name === "Ana");
  assert.equal(ana.status, "new");
  const messages = await messagesOf(ana.id);
  assert.equal(messages.length, 2);
  for (const { direction, mail } of messages) {
    assert.deepEqual([direction, mail.verified, mail.reply_to], ["in", false, null]);
  }
  assert.deepEqual(
    new Set(
      messages.map(({ mail }: { mail: { sent_by: { address: string } } }) => mail.sent_by.address),
    ),
    new Set(["wordpress@taller.example", own]),
  );
  const notices = await inTenant(
    world,
    (trx) => trx.selectFrom("notifications").select("id").where("company_id", "=", 1).execute(),
  );
  assert.ok(notices.length > 0, "members hear of them");
});

testWithMail("a newsletter and a group hide nobody", async (world, post) => {
  const { api, id, read, settled, contacts } = await watched(world, post);
  const group = ["List-Id: <ventas.taller.example>", "Precedence: list"];
  await deliver(post, [
    numbered(1, { head: group }),
    numbered(2, { from: "'Luis' via Ventas <grupo@x.example>", head: [...group, reply("Luis")] }),
  ]);
  await read();
  await settled(2);
  assert.deepEqual(await namesOf(contacts), [
    ["Ana García", "ana@cliente.example"],
    ["Luis", "luis@cliente.example"],
  ]);
  assert.deepEqual(await expectData(api("GET", `/channels/${id}/automatic`)), []);
});

testWithMail(
  "a mail of ours in the inbox is out, of whom it went to, and makes us no contact",
  async (world, post) => {
    const { read, settled, contacts, messagesOf } = await watched(world, post);
    await addOwn(world);
    await deliver(post, [
      numbered(1, { from: own, head: ["Cc: Ana <ana@cliente.example>"], body: "Mañana vamos" }),
      numbered(2, { from: own, head: ["Cc: ventas@taller.example"] }),
      numbered(3, { from: "Ventas <ventas@taller.example>" }),
    ]);
    await read();
    await settled(3);
    const [contact, ...others] = await contacts();
    assert.deepEqual([contact.email, contact.status, others], ["ana@cliente.example", "read", []]);
    const [message] = await messagesOf(contact.id);
    assert.deepEqual([message.direction, message.body], ["out", "Mañana vamos"]);
  },
);

/** Another mailbox of the company, which nobody reads here. */
async function addOwn(world: World): Promise<void> {
  await inTenant(world, (trx) =>
    trx.insertInto("channel_accounts").values({
      ...{ company_id: 1, kind: "email", channel: "other", name: "Ventas", state: "paused" },
      paused_by: "member",
      address: "Ventas@taller.example",
    }).execute(), 1);
}

testWithMail(
  "what left by one mailbox and comes into another is the same message",
  async (world, post) => {
    const { api, id, read, settled, messagesOf } = await watched(world, post, { sent_copy: false });
    const contact = await expectData(
      api("POST", "/contacts", { name: "Ana", email: "ana@cliente.example" }),
      201,
    );
    const message = { direction: "out", via: id, body: "Sí, claro" };
    const sent = await expectData(api("POST", `/contacts/${contact.id}/messages`, message), 201);
    await goNow(world);
    await delivered({ api }, contact.id, sent.id, "sent");
    const copy = post.smtp.mails[0]!.text;
    await deliver(post, [new TextEncoder().encode(copy)]);
    await read();
    await settled(1);
    assert.equal((await messagesOf(contact.id)).length, 1);
  },
);

testWithMail("what a member says of a sender holds for its next mails", async (world, post) => {
  const { api, read, settled, contacts } = await watched(world, post);
  const form = { from: "Web <forms@web.example>" };
  await deliver(post, [numbered(1, { ...form, head: [reply("Ana")] })]);
  await read();
  await settled(1);
  assert.deepEqual(await namesOf(contacts), [["Web", "forms@web.example"]]);
  const address = "Forms@Web.example";
  const sender = await expectData(
    api("PUT", "/channels/senders", { address, answers_to: "reply_to" }),
  );
  assert.deepEqual([sender.address, sender.is_person], ["forms@web.example", false]);
  await deliver(post, [
    numbered(2, { ...form, head: [reply("Ana")] }),
    numbered(3, { ...form, head: [reply("Luis")] }),
  ]);
  await read();
  await settled(3);
  assert.deepEqual((await namesOf(contacts)).map(([name]) => name), ["Ana", "Luis", "Web"]);

  await expectData(api("PUT", "/channels/senders", { address, is_person: true }));
  const [entry] = await expectData(api("GET", "/channels/senders"));
  assert.deepEqual([entry.answers_to, entry.is_person], ["reply_to", true]);
  await expectData(api("DELETE", `/channels/senders/${entry.id}`));
  await deliver(post, [numbered(4, { ...form, head: [reply("Eva")] })]);
  await read();
  await settled(4);
  assert.equal((await contacts()).length, 3, "it is From's again");
  assert.equal((await api("DELETE", `/channels/senders/${entry.id}`)).status, 404);
});

testWithMail("an answer goes to the Reply-To that a member chose, at once", async (world, post) => {
  const { api, id, read, settled, contacts } = await watched(world, post, { sent_copy: false });
  const to = "Cc: info@antes.example, luis@cliente.example";
  await deliver(post, [
    numbered(1, {
      from: "Web <forms@web.example>",
      head: ["Delivered-To: info@antes.example", reply("Ana"), to],
    }),
  ]);
  await read();
  await settled(1);
  const [web] = await contacts();
  const [message] = await expectData(api("GET", `/contacts/${web.id}/messages`));
  assert.deepEqual(message.mail.delivered_to, ["info@antes.example"]);
  const answer = { direction: "out", via: id, body: "Sí" };
  const send = () => expectData(api("POST", `/contacts/${web.id}/messages`, answer), 201);
  assert.equal((await send()).to.email, "forms@web.example");
  const chosen = (answers_to: string) =>
    expectData(api("PUT", "/channels/senders", { address: "forms@web.example", answers_to }));
  await chosen("reply_to");
  assert.equal((await send()).to.email, "ana@cliente.example");
  assert.equal((await send()).to.email, "ana@cliente.example", "also after an answer");
  const named = { ...answer, to: "otra@cliente.example" };
  const other = await expectData(api("POST", `/contacts/${web.id}/messages`, named), 201);
  assert.equal(other.to.email, "otra@cliente.example");
  await chosen("from");
  assert.equal((await send()).to.email, "forms@web.example");
  assert.equal((await contacts()).length, 1, "the mail stays where it was filed");
});
