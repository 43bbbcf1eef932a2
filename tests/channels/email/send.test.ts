/** Mail that members write leaves once, and says what became of it. */
import assert from "node:assert/strict";
import { ImapFlow } from "imapflow";
import { readMail } from "@/lib/channels/email/read/read_mail.ts";
import { expectData, expectFailure } from "../../crm/scene.ts";
import { authorityPem } from "../../support/certificates.ts";
import { until } from "../../support/wait.ts";
import { people, type World } from "../../support/world.ts";
import { pass } from "../../notify/due/scene.ts";
import { send } from "../../notify/scene.ts";
import { delivered, goNow } from "../scene.ts";
import { deliver, numbered, watched } from "./deliver.ts";
import { password } from "./dovecot.ts";
import { own } from "./mails.ts";
import { connectMailbox, type Post, testWithMail } from "./scene.ts";

/** A contact with an address, and what writes to it by the mailbox. */
async function correspond(world: World, post: Post, settings: Record<string, unknown> = {}) {
  const mailbox = await connectMailbox(world, post, settings);
  const { api, id: via } = mailbox;
  const contact = await expectData(
    api("POST", "/contacts", { name: "Ana García", email: "ana@cliente.example" }),
    201,
  );
  const write = (json: Record<string, unknown>) =>
    expectData(
      api("POST", `/contacts/${contact.id}/messages`, { direction: "out", via, ...json }),
      201,
    );
  const read = (raw: string) =>
    readMail(new TextEncoder().encode(raw), { ownAddress: null, authservId: null });
  return { ...mailbox, contactId: contact.id as number, write, read };
}

/** All mails of a folder, as they are kept. */
async function folderOf(post: Post, folder: string): Promise<string[]> {
  const client = new ImapFlow({
    ...{ host: "127.0.0.1", port: post.imap.tlsPort, secure: true, servername: "localhost" },
    ...{ disableCompression: true, disableAutoIdle: true, logger: false },
    tls: { ca: authorityPem() },
    auth: { user: "taller", pass: password },
  });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.mailboxOpen(folder, { readOnly: true });
    const mails = await client.fetchAll("1:*", { source: true }).catch(() => []);
    return mails.map(({ source }) => new TextDecoder().decode(source));
  } finally {
    client.close();
  }
}

testWithMail(
  "a mail leaves with its ids, its text twice, its file and a copy",
  async (world, post) => {
    const { api, contactId, write, read } = await correspond(world, post, {
      signature: "Taller Ferrer",
    });
    const upload = await world.call("POST", "/api/admin/files?name=señal.txt", {
      member: people.ana,
      body: "dos puertas",
    });
    const message = await write({
      ...{
        subject: "Su puerta",
        body: "Hola <Ana>:\nhttps://taller.example/a?b=1&c=2.\n\nGracias",
      },
      cc: ["Jefa@cliente.example"],
      files: [upload.body.data.id],
    });
    assert.deepEqual([message.subject, message.delivery.state], ["Su puerta", "queued"]);
    assert.deepEqual(message.mail.cc, [{ name: null, address: "jefa@cliente.example" }]);
    await goNow(world);
    await delivered({ api }, contactId, message.id, "sent");
    const [mailIn] = post.smtp.mails;
    assert.equal(post.smtp.mails.length, 1);
    assert.deepEqual([mailIn!.from, mailIn!.to], [own, [
      "ana@cliente.example",
      "jefa@cliente.example",
    ]]);
    assert.ok(mailIn!.isSecure);
    const mail = await read(mailIn!.text);
    assert.deepEqual(mail.from, { name: "Ana Ruiz", address: own });
    assert.equal(mail.messageId, message.external_id);
    assert.match(mail.references[0]!, /^<thread\.1\./);
    assert.match(mail.text, /^Hola <Ana>:\nhttps:\/\/taller\.example\/a\?b=1&c=2\.\n\nGracias/);
    assert.match(mail.quoted!, /Taller Ferrer/);
    assert.match(mail.html!, /Hola &lt;Ana&gt;:<br \/>/);
    assert.match(mail.html!, /href="https:\/\/taller\.example\/a\?b=1&amp;c=2"/);
    assert.deepEqual(mail.files.map(({ name }) => name), ["señal.txt"]);
    assert.equal(new TextDecoder().decode(mail.files[0]!.bytes), "dos puertas");
    const copies = await until(async () => {
      const mails = await folderOf(post, "Sent");
      return mails.length > 0 && mails;
    });
    assert.equal((await read(copies[0]!)).messageId, message.external_id);
    const account = await expectData(api("GET", `/channels/${message.via.id}`));
    assert.deepEqual([account.state, account.last_error], ["working", null]);
  },
);

testWithMail("the next mail answers the one before", async (world, post) => {
  const { api, contactId, write, read } = await correspond(world, post, { sent_copy: false });
  const first = await write({ subject: "Puerta", body: "Uno" });
  await goNow(world);
  await delivered({ api }, contactId, first.id, "sent");
  const second = await write({ body: "Dos" });
  assert.equal(second.subject, "Re: Puerta");
  await goNow(world);
  await delivered({ api }, contactId, second.id, "sent");
  const mail = await read(post.smtp.mails[1]!.text);
  assert.equal(mail.references.at(-1), first.external_id);
  assert.match(mail.references[0]!, /^<thread\./);
  assert.deepEqual(await folderOf(post, "Sent"), []);
});

testWithMail("what the server refuses has failed, in its own words", async (world, post) => {
  const { api, contactId, id, write } = await correspond(world, post, { sent_copy: false });
  post.smtp.outcome = () => ({ refuse: 552, text: "Mailbox full" });
  const message = await write({ subject: "X", body: "Hola" });
  await goNow(world);
  const { error, can } = await delivered({ api }, contactId, message.id, "failed");
  assert.match(error, /refuses the message\. .*Mailbox full/);
  assert.deepEqual(can, ["retry"]);
  assert.equal((await expectData(api("GET", `/channels/${id}`))).state, "working");
  post.smtp.outcome = () => undefined;
  await expectData(api("POST", `/contacts/${contactId}/messages/${message.id}/retry`));
  await delivered({ api }, contactId, message.id, "sent");
});

testWithMail("what the server takes later is tried again", async (world, post) => {
  const { api, contactId, write } = await correspond(world, post, { sent_copy: false });
  let tries = 0;
  post.smtp.refuses = () =>
    tries++ === 0 ? { refuse: 451, text: "Greylisted, come back" } : undefined;
  const message = await write({ subject: "X", body: "Hola" });
  await goNow(world);
  const waiting = await until(async () => {
    const { delivery } = await expectData(
      api("GET", `/contacts/${contactId}/messages/${message.id}`),
    );
    return delivery.attempts === 1 && delivery;
  });
  assert.equal(waiting.state, "queued");
  assert.match(waiting.error, /for now\. .*Greylisted/);
  await goNow(world);
  const { attempts } = await delivered({ api }, contactId, message.id, "sent");
  assert.equal(attempts, 2);
  assert.equal(post.smtp.mails.length, 1);
});

testWithMail(
  "a wire that breaks after the mail leaves it uncertain, and it is not repeated",
  async (world, post) => {
    const { api, contactId, write } = await correspond(world, post, { sent_copy: false });
    post.smtp.outcome = () => "take and hang up";
    const message = await write({ subject: "X", body: "Hola" });
    await goNow(world);
    const { can, next_attempt_at } = await delivered({ api }, contactId, message.id, "uncertain");
    assert.deepEqual([can, next_attempt_at], [["resend", "settle"], null]);
    await goNow(world);
    assert.equal(post.smtp.mails.length, 1);
    post.smtp.outcome = () => undefined;
    const path = `/contacts/${contactId}/messages/${message.id}/resend`;
    await expectData(api("POST", path, { confirm: true }));
    await delivered({ api }, contactId, message.id, "sent");
    const ids = post.smtp.mails.map(({ text }) => /^Message-ID: (.*)\r?$/im.exec(text)![1]);
    assert.equal(ids.length, 2);
    assert.equal(ids[0], ids[1]);
  },
);

testWithMail(
  "a wrong password holds mail back, and the right one lets it go",
  async (world, post) => {
    const { api, contactId, id, write } = await correspond(world, post, { sent_copy: false });
    await expectData(api("PATCH", `/channels/${id}`, { secrets: { password: "wrong" } }));
    const message = await write({ subject: "X", body: "Hola" });
    await goNow(world);
    await until(async () => (await expectData(api("GET", `/channels/${id}`))).state === "failing");
    await expectData(api("PATCH", `/channels/${id}`, { secrets: { password } }));
    await goNow(world);
    await delivered({ api }, contactId, message.id, "sent");
  },
);

testWithMail(
  "what only mail has is refused elsewhere, and a heading cannot be smuggled in",
  async (world, post) => {
    const { api, contactId, write, read } = await correspond(world, post, { sent_copy: false });
    const program = await expectData(
      api("POST", "/channels", {
        ...{ kind: "program", name: "Bot", settings: { callback_url: "http://127.0.0.1:9/x" } },
      }),
      201,
    );
    const failure = await expectFailure(
      api("POST", `/contacts/${contactId}/messages`, {
        ...{ direction: "out", via: program.id, body: "x", subject: "x", cc: ["a@b.example"] },
      }),
      422,
      "validation_failed",
    );
    assert.deepEqual(Object.keys(failure.fields).sort(), ["cc", "subject"]);
    const message = await write({ subject: "Hola\r\nBcc: malo@x.example", body: "x" });
    await goNow(world);
    await delivered({ api }, contactId, message.id, "sent");
    assert.deepEqual(post.smtp.mails[0]!.to, ["ana@cliente.example"]);
    const mail = await read(post.smtp.mails[0]!.text);
    assert.equal(mail.subject, "Hola Bcc: malo@x.example");
    assert.doesNotMatch(post.smtp.mails[0]!.text, /^Bcc:/m);
  },
);

testWithMail(
  "the copy of a mail in place of a notification is listed nowhere",
  async (world, post) => {
    const { api, id, read, settled, contacts } = await watched(world, post);
    const fallback = { after: 60, email: people.ana };
    await send(world, { title: "¿Abrimos?", fallback });
    await pass(world, 60);
    await world.services.outbox.sweep();
    await until(async () => (await folderOf(post, "Sent")).length > 0, { what: "the copy" });
    const [copy] = await folderOf(post, "Sent");
    // Mail that another program sends by itself, from the same folder.
    await deliver(
      post,
      [numbered(2, { from: own, head: ["Auto-Submitted: auto-replied"] })],
      "Sent",
    );
    await read();
    await settled(2);
    assert.match(copy!, /^Auto-Submitted: auto-generated/m);
    const listed = await expectData(api("GET", `/channels/${id}/automatic`));
    assert.deepEqual(listed.map(({ kind }: { kind: string }) => kind), ["own"]);
    assert.notEqual(listed[0].subject, "¿Abrimos?");
    assert.deepEqual(await contacts(), []);
    assert.deepEqual(await expectData(api("GET", `/channels/${id}/problems`)), []);
  },
);
