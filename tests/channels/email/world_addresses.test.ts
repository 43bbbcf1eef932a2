/** Addresses of all scripts: read, found again, written to, and returned. */
import assert from "node:assert/strict";
import { composeMail } from "@/lib/channels/email/compose.ts";
import { readDeliveryStatus } from "@/lib/channels/email/read/bounce/delivery_status.ts";
import { cleanAddress } from "@/lib/channels/email/read/headers.ts";
import { guessSender } from "@/lib/channels/in/sender.ts";
import { expectData, expectFailure } from "../../crm/scene.ts";
import { until } from "../../support/wait.ts";
import type { World } from "../../support/world.ts";
import { delivered, goNow } from "../scene.ts";
import { deliver, numbered, watched } from "./deliver.ts";
import { mailOf, own, undelivered } from "./mails.ts";
import { connectMailbox, type Post, testWithMail } from "./scene.ts";
import { startSmtp } from "./smtp.ts";

const jose = "josé@españa.example";
const encoded = "josé@xn--espaa-rta.example";

Deno.test("an address in a head is the same in each spelling", () => {
  const spellings = [jose, encoded, "JOSÉ@ESPAÑA.EXAMPLE", "jose\u0301@XN--ESPAA-RTA.example"];
  for (const one of spellings) assert.equal(cleanAddress(one), encoded);
  assert.equal(cleanAddress("ana@xn--a.example"), "ana@xn--a.example");
  assert.equal(guessSender(mailOf({ from: `José <${jose}>` })), encoded);
});

Deno.test("a report names an address in UTF-8, or in plain letters that stand for it", () => {
  const addressIn = (field: string) =>
    readDeliveryStatus(`Final-Recipient: ${field}\nAction: failed\nStatus: 5.1.1`)[0]?.address;
  assert.equal(addressIn(`utf-8; ${jose}`), encoded);
  assert.equal(addressIn("utf-8;jos\\x{E9}@espa\\x{F1}a.example"), encoded);
  assert.equal(
    addressIn("utf-8; \\x{7528}\\x{6237}@xn--fsqu00a.example"),
    "用户@xn--fsqu00a.example",
  );
  assert.equal(addressIn(`rfc822; ${encoded}`), encoded);
  assert.equal(addressIn("utf-8; \\x{110000}@x.example"), "\\x{110000}@x.example");
});

Deno.test("a head of plain letters names whom it cannot address", async () => {
  const person = (address: string, name: string | null = null) => ({ name, address });
  const mail = {
    ...{ messageId: "<1@x.example>", inReplyTo: null, references: [], contactId: null },
    ...{ subject: "Hola", from: person("ana@xn--espaa-rta.example"), date: "2026-01-01T00:00:00Z" },
    to: [person(encoded, 'José "Pepe", Pérez'), person("luz@xn--espaa-rta.example", "Luz")],
    ...{ cc: [person("用户@xn--fsqu00a.xn--4rr70v")], signature: null },
  };
  const headOf = async (hasUtf8: boolean) => {
    const raw = await composeMail(mail, "Hola", [], { threadId: null, hasUtf8 });
    const [head] = new TextDecoder().decode(raw).split("\r\n\r\n");
    return head!.replace(/\r\n[ \t]+/g, " ");
  };
  const plain = await headOf(false);
  assert.match(plain, /^\p{ASCII}*$/u);
  assert.match(plain, /^From: ana@xn--espaa-rta\.example$/m);
  assert.match(
    plain,
    /^To: =\?UTF-8\?\S+\?=( =\?UTF-8\?\S+\?=)*:;, Luz <luz@xn--espaa-rta\.example>$/m,
  );
  assert.match(plain, /^Cc: =\?UTF-8\?\S+\?=:;$/m);
  assert.match(await headOf(true), /^Cc: 用户@例子\.广告$/m);
});

/** A contact in Spain, and what writes to it by a server. */
async function correspond(world: World, post: Post, email = jose) {
  const mailbox = await connectMailbox(world, post, { sent_copy: false });
  const { api, id: via } = mailbox;
  const contact = await expectData(api("POST", "/contacts", { name: "José", email }), 201);
  const path = `/contacts/${contact.id}/messages`;
  const write = (json: Record<string, unknown> = {}) =>
    expectData(api("POST", path, { direction: "out", via, body: "Hola", ...json }), 201);
  return { ...mailbox, contact, path, write };
}

const commands = ({ smtp }: Post, verb: string) =>
  smtp.commands.filter((line) => line.startsWith(verb));

testWithMail("a server with SMTPUTF8 is written to in all letters", async (world, post) => {
  const { api, contact, write } = await correspond(world, post);
  assert.equal(contact.email, jose);
  const message = await write({ cc: ["Luz@ESPAÑA.example"] });
  assert.equal(message.to.email, jose);
  assert.equal(message.mail.cc[0].address, "luz@españa.example");
  await goNow(world);
  const delivery = await delivered({ api }, contact.id, message.id, "sent");
  assert.deepEqual(delivery.recipients.map(({ address }: { address: string }) => address), [
    ...[jose, "luz@españa.example"],
  ]);
  assert.match(commands(post, "MAIL FROM")[0]!, / SMTPUTF8\b/);
  assert.deepEqual(commands(post, "RCPT TO"), [
    `RCPT TO:<${encoded}>`,
    "RCPT TO:<luz@xn--espaa-rta.example>",
  ]);
  const [mail] = post.smtp.mails;
  assert.ok(mail!.isUtf8);
  assert.match(mail!.text, /^To: =\?UTF-8\?\S+\?= <josé@españa\.example>\r?$/m);
  assert.match(mail!.text, /^Cc: luz@xn--espaa-rta\.example\r?$/m);
});

testWithMail("an international domain alone needs no SMTPUTF8", async (world, post) => {
  await using smtp = await startSmtp({ hideSMTPUTF8: true });
  for (const one of [post, { ...post, smtp }]) {
    const { api, id, contact, write } = await correspond(world, one, "jose@españa.example");
    const message = await write();
    await goNow(world);
    await delivered({ api }, contact.id, message.id, "sent");
    assert.doesNotMatch(commands(one, "MAIL FROM")[0]!, /SMTPUTF8/);
    assert.deepEqual(commands(one, "RCPT TO"), ["RCPT TO:<jose@xn--espaa-rta.example>"]);
    assert.match(one.smtp.mails[0]!.text, /<jose@xn--espaa-rta\.example>/);
    await expectData(api("DELETE", `/channels/${id}`));
    await expectData(api("DELETE", `/contacts/${contact.id}`));
  }
});

testWithMail("a server without it writes to the others, and says so", async (world, post) => {
  await using smtp = await startSmtp({ hideSMTPUTF8: true });
  const plain = { ...post, smtp };
  const { api, id, contact, write } = await correspond(world, plain);
  const message = await write({ cc: ["luz@españa.example"] });
  await goNow(world);
  const delivery = await delivered({ api }, contact.id, message.id, "partly");
  const words = "This mail server cannot write to addresses with «é» before the @.";
  assert.deepEqual(
    delivery.recipients.map((
      { address, state, error }: Record<string, string>,
    ) => [address, state, error]),
    [[jose, "failed", words], ["luz@españa.example", "sent", null]],
  );
  assert.match(delivery.error, /josé@españa\.example/);
  assert.deepEqual(commands(plain, "RCPT TO"), ["RCPT TO:<luz@xn--espaa-rta.example>"]);
  const [mail] = smtp.mails;
  assert.match(mail!.text.split(/\r?\n\r?\n/)[0]!, /^\p{ASCII}*$/u);
  assert.match(mail!.text, /^To: .*:;/m);
  const alone = await write();
  await goNow(world);
  const failed = await delivered({ api }, contact.id, alone.id, "failed");
  assert.equal(failed.error, words);
  assert.equal(smtp.mails.length, 1);
  assert.deepEqual(await expectData(api("GET", "/refused-addresses")), [], "the address is right");
  const account = await expectData(api("GET", `/channels/${id}`));
  assert.deepEqual([account.state, account.last_error], ["working", null]);
});

testWithMail("who writes is the contact of each spelling", async (world, post) => {
  const { api, read, settled, contacts, messagesOf } = await watched(world, post);
  const typed = await expectData(
    api("POST", "/contacts", { name: "José", email: "JOSÉ@España.example" }),
    201,
  );
  assert.equal(typed.email, "JOSÉ@España.example");
  await deliver(post, [
    numbered(1, { from: `José <${jose}>` }),
    numbered(2, { from: `=?utf-8?Q?Jos=C3=A9?= <${encoded}>` }),
    numbered(3, { from: "Zoë <zoe@xn--espaa-rta.example>" }),
    numbered(4, { from: "Zoë <ZOE@ESPAÑA.example>" }),
  ]);
  await read();
  await settled(4);
  const all = await contacts();
  assert.deepEqual(all.map(({ email }: { email: string }) => email), [
    "JOSÉ@España.example",
    "zoe@españa.example",
  ]);
  for (const { id } of all) assert.equal((await messagesOf(id)).length, 2);
  for (const q of ["zoe@españa.example", "zoe@xn--espaa-rta.example"]) {
    const contacts = await expectData(api("GET", `/contacts?q=${encodeURIComponent(q)}`));
    assert.deepEqual(contacts.map(({ id }: { id: number }) => id), [all[1].id]);
  }
});

testWithMail("what came back in either spelling is of its recipient", async (world, post) => {
  const { api, id: via, read, settled } = await watched(world, post, { sent_copy: false });
  const contact = await expectData(api("POST", "/contacts", { name: "José", email: jose }), 201);
  const path = `/contacts/${contact.id}/messages`;
  const write = (json: Record<string, unknown> = {}) =>
    api("POST", path, { direction: "out", via, body: "Hola", ...json });
  const sent = await expectData(write({ cc: ["luz@x.example"] }), 201);
  await goNow(world);
  await delivered({ api }, contact.id, sent.id, "sent");
  const report = new TextDecoder().decode(undelivered)
    .replace("<out1@taller.example>", sent.external_id)
    .replaceAll("rfc822; nadie@cliente.example", "utf-8; jos\\x{E9}@espa\\x{F1}a.example")
    .replaceAll("nadie@cliente.example", jose);
  await deliver(post, [new TextEncoder().encode(report)]);
  await read();
  await settled(1);
  const delivery = await delivered({ api }, contact.id, sent.id, "partly");
  assert.deepEqual(delivery.recipients.map(({ state }: { state: string }) => state), [
    ...["failed", "sent"],
  ]);
  const [note] = await expectData(api("GET", "/refused-addresses"));
  assert.equal(note.address, jose);
  await expectFailure(write({ to: "JOSÉ@XN--ESPAA-RTA.example" }), 409, "address_refused");
});

testWithMail("a mailbox of a foreign domain knows its own mail", async (world, post) => {
  const { api, id, account } = await connectMailbox(world, post);
  const { version } = account;
  const changed = await expectData(
    api("PATCH", `/channels/${id}`, { address: "Hola@ESPAÑA.example", version }),
  );
  assert.equal(changed.address, "hola@españa.example");
  await world.services.mailboxes.read(1, id);
  await deliver(post, [mailOf({ from: "Taller <hola@españa.example>", head: [] })]);
  const mine = mailOf({ from: "Taller <hola@xn--espaa-rta.example>" });
  const text = new TextDecoder().decode(mine).replace("<a1@", "<a2@")
    .replace(`Taller <${own}>`, "Ana <ana@cliente.example>");
  await deliver(post, [new TextEncoder().encode(text)]);
  await world.services.mailboxes.read(1, id);
  const [contact] = await until(async () => {
    const contacts = await expectData(api("GET", "/contacts"));
    return contacts.some(({ email }: { email: string }) => email === "ana@cliente.example") &&
      contacts.filter(({ email }: { email: string }) => email === "ana@cliente.example");
  });
  const [message] = await expectData(api("GET", `/contacts/${contact.id}/messages`));
  assert.equal(message.direction, "out");
  const twice = { kind: "email", name: "Otra", address: "hola@xn--espaa-rta.example" };
  const { imap, smtp } = changed.settings;
  const failure = await api("POST", "/channels", {
    ...{ ...twice, settings: { imap, smtp }, secrets: { password: "x" } },
  });
  assert.equal(failure.status, 409);
});
