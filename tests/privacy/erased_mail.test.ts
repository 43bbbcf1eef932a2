/** Mail of an erased person does not come back by itself; what they write anew does come in. */
import assert from "node:assert/strict";
import { asWorker } from "@/lib/db/transaction.ts";
import { expectData } from "../crm/scene.ts";
import { inTenant } from "../notify/scene.ts";
import { passNight } from "../support/nights.ts";
import { until } from "../support/wait.ts";
import { testOnEach, type World } from "../support/world.ts";
import { interleaved } from "./interleaved.ts";
import { connect, delivered, goNow, marta } from "../channels/scene.ts";
import { deliver, numbered, watched } from "../channels/email/deliver.ts";
import { bytesOf, mailOf, own, undelivered } from "../channels/email/mails.ts";
import { testWithMail } from "../channels/email/scene.ts";
import { startSmtp } from "../channels/email/smtp.ts";

type Mailbox = Awaited<ReturnType<typeof watched>>;

/** Erases the only contact. @returns its id */
async function eraseContact({ api, contacts }: Pick<Mailbox, "api" | "contacts">) {
  const [{ id, name }] = await contacts();
  await expectData(api("POST", `/contacts/${id}/erase`, { confirm: name }));
  return id as number;
}

/** The same mail under another Message-ID, whatever it answers. */
function named(n: number, raw: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(raw);
  return bytesOf(text.replace(/^Message-ID: .*$/m, `Message-ID: <a${n}@cliente.example>`));
}

function eventsOf(world: World) {
  return inTenant(
    world,
    (trx) =>
      trx.selectFrom("channel_events").select(["id", "state", "body", "contact_id", "automatic"])
        .where("company_id", "=", 1).orderBy("id").execute(),
  );
}

/** Ana writes and is answered. @returns the answer as it left */
async function converse(world: World, mailbox: Mailbox, letters: { text: string }[], post: Post) {
  const { api, id, read, settled, contacts } = mailbox;
  await deliver(post, [numbered(1)]);
  await read();
  await settled(1);
  const [contact] = await contacts();
  const sent = await expectData(
    api("POST", `/contacts/${contact.id}/messages`, {
      ...{ direction: "out", via: id, body: "Sí, también puertas" },
    }),
    201,
  );
  await goNow(world);
  await delivered({ api }, contact.id, sent.id, "sent");
  return bytesOf(letters.at(-1)!.text.replace(/\r?\n/g, "\r\n"));
}

type Post = Parameters<Parameters<typeof testWithMail>[1]>[1];

testWithMail(
  "who is erased within a minute of an answer does not come back by its copy",
  async (world, post) => {
    const mailbox = await watched(world, post, { sent_copy: false });
    const { read, contacts, messagesOf } = mailbox;
    const answer = await converse(world, mailbox, post.smtp.mails, post);
    // The mailbox's server keeps a copy of its own, under another id too.
    const text = new TextDecoder().decode(answer);
    const other = bytesOf(text.replace(/^Message-ID: .*$/im, "Message-ID: <other@mx.example>"));
    assert.notEqual(text, new TextDecoder().decode(other));
    await deliver(post, [answer, other], "Sent");
    await eraseContact(mailbox);
    assert.deepEqual(await eventsOf(world), []);
    const settle = (count: number) =>
      until(async () => {
        const events = await eventsOf(world);
        return events.length === count && events.every(({ state }) => state === "read");
      }, { what: `${count} events` });
    await read();
    await settle(1);
    assert.deepEqual(await contacts(), []);
    const [event] = await eventsOf(world);
    assert.deepEqual(
      [event!.body, event!.contact_id],
      [null, null],
      "the renamed copy says nothing",
    );

    await post.imap.rebuild("taller");
    await read();
    await settle(1);
    assert.deepEqual(await contacts(), [], "also once the mailbox was made anew");

    // A report on the answer, and an absence note to it: nobody writes them anew.
    const ids = /^Message-ID: (.*)$/im.exec(text)!;
    const report = new TextDecoder().decode(undelivered).replace("<out1@taller.example>", ids[1]!);
    const away = [`In-Reply-To: ${ids[1]}`, "Auto-Submitted: auto-replied"];
    await deliver(post, [named(7, bytesOf(report)), named(8, mailOf({ head: away }))]);
    await read();
    await settle(3);
    assert.ok((await eventsOf(world)).every(({ automatic, body }) => !automatic && !body));

    const head = ["In-Reply-To: <a1@cliente.example>", `References: ${ids[1]}`];
    await deliver(post, [named(9, mailOf({ head, body: "Hola de nuevo" }))]);
    await read();
    await settle(4);
    const [anew] = await contacts();
    const messages = await messagesOf(anew.id);
    assert.deepEqual(messages.map(({ body }: { body: string }) => body), ["Hola de nuevo"]);
    // What a member answers to that elsewhere is filed with it.
    const later = mailOf({
      head: ["In-Reply-To: <a9@cliente.example>", "References: <a1@cliente.example>"],
      from: `Taller <${own}>`,
      body: "Te llamo",
    });
    const out = new TextDecoder().decode(named(10, later))
      .replace(`To: Taller <${own}>`, "To: ana@cliente.example")
      .replace(/^Date: .*$/m, `Date: ${new Date(Date.now() + 60_000).toUTCString()}`);
    await deliver(post, [bytesOf(out)], "Sent");
    await read();
    await until(async () => (await messagesOf(anew.id)).length === 2, { what: "the new answer" });
  },
);

testWithMail("what is refused while its person is erased keeps no address", async (world, post) => {
  let erasing = () => Promise.resolve();
  await using smtp = await startSmtp({
    onMailFrom: (_address, _session, done) => void erasing().then(() => done(), done),
  });
  smtp.refuses = () => ({ refuse: 550, text: "5.1.1 no such user" });
  const mailbox = await watched(world, { imap: post.imap, smtp });
  const { api, id, contacts } = mailbox;
  const write = async (name: string) => {
    const email = `${name.toLowerCase()}@cliente.example`;
    const contact = await expectData(api("POST", "/contacts", { name, email }), 201);
    await expectData(
      api("POST", `/contacts/${contact.id}/messages`, { direction: "out", via: id, body: "Hola" }),
      201,
    );
    return contact;
  };
  await write("Ana");
  const ended = Promise.withResolvers<void>();
  erasing = () => eraseContact({ api, contacts }).then(() => ended.resolve());
  await goNow(world);
  await ended.promise;
  erasing = () => Promise.resolve();
  await write("Luisa");
  await goNow(world);
  const refused = () => expectData(api("GET", "/refused-addresses"));
  await until(async () => (await refused()).length > 0, { what: "the next one's failure" });
  const addresses = (await refused()).map(({ address }: { address: string }) => address);
  assert.deepEqual(addresses, ["luisa@cliente.example"]);
  const stored = () => world.logged.filter((line) => line.includes("message_attempt")).length;
  await until(() => stored() === 2, { what: "the end of both attempts" });
  const row = await inTenant(
    world,
    (trx) => trx.selectFrom("outbox").select("id").where("company_id", "=", 1).execute(),
  );
  assert.equal(row.length, 1);
});

testWithMail(
  "automatic mail and mail that nobody has read go along, by address",
  async (world, post) => {
    const mailbox = await watched(world, post);
    const { api, id, read, settled, contacts } = mailbox;
    const absent = ["Auto-Submitted: auto-replied"];
    const report = new TextDecoder().decode(undelivered)
      .replaceAll("nadie@cliente.example", "ana@cliente.example");
    const other = { from: "Berta <b.ana@cliente.example>", head: absent };
    await deliver(post, [
      numbered(1),
      numbered(2, { head: absent }),
      bytesOf(report),
      numbered(3, other),
    ]);
    await read();
    await settled(4);
    const waits = (external_id: string, raw: Uint8Array, state = "waiting") => ({
      ...{ company_id: 1, account_id: id, external_id, body: raw, size: raw.length },
      due_at: new Date("2100-01-01T00:00:00Z"),
      ...(state === "problem" ? { state: "problem" as const, problem: "unreadable" } : {}),
    });
    const about = numbered(5, {
      from: "Carla <carla@x.example>",
      body: "Escribe a ana@cliente.example",
    });
    await inTenant(world, (trx) =>
      trx.insertInto("channel_events").values([
        waits("w4", numbered(4)),
        waits("w5", about),
        waits("w6", numbered(6), "problem"),
      ]).execute());
    const [contact] = await contacts();
    const exported = await api("GET", `/contacts/${contact.id}/export`);
    const kinds = (exported.body.data.channel_events as { automatic?: { kind: string } }[])
      .map(({ automatic }) => automatic?.kind ?? "message");
    assert.deepEqual(kinds, ["message", "auto_reply", "bounce", "message", "message"]);
    await eraseContact(mailbox);
    const events = await eventsOf(world);
    assert.deepEqual(
      events.map(({ state, automatic }) => [state, automatic?.from?.address]),
      [["read", "b.ana@cliente.example"], ["waiting", undefined]],
    );
    // None of them is brought again, though their folder is read anew.
    await deliver(post, [numbered(4), numbered(6)]);
    await post.imap.rebuild("taller");
    await read();
    assert.equal((await eventsOf(world)).length, 2);
  },
);

testWithMail("mail that is read at the same moment leaves nothing", async (world, post) => {
  const mailbox = await watched(world, post);
  const { api, id, read, contacts } = mailbox;
  for (const n of [1, 2]) {
    await deliver(post, [numbered(n)]);
    await read();
    const [contact] = await until(async () => {
      const all = await contacts();
      return all.length === 1 && all;
    }, { what: "the contact" });
    // By its thread alone: the address is another.
    const head = [`In-Reply-To: <a${n}@cliente.example>`, "Auto-Submitted: auto-replied"];
    const body = named(10 + n, mailOf({ head, from: "Ana <ana@otra.example>" }));
    const event = await inTenant(world, (trx) =>
      trx.insertInto("channel_events").values({
        ...{ company_id: 1, account_id: id, external_id: `e${n}` },
        ...{ body, size: body.length, due_at: new Date() },
      }).returning("id").executeTakeFirstOrThrow());
    const file = () => world.services.reading.read(event.id);
    const erase = async () =>
      void await expectData(
        api("POST", `/contacts/${contact.id}/erase`, { confirm: contact.name }),
      );
    await interleaved(world, n === 1 ? [file, erase] : [erase, file]);
    const events = await eventsOf(world);
    assert.deepEqual(events.map((one) => [one.automatic, one.body]), n === 1 ? [] : [[null, null]]);
  }
});

testOnEach(
  "a program's message that was erased is a duplicate, and files nothing",
  async (world) => {
    const program = await connect(world);
    const message = { externalId: "1", from: marta, text: "Hola" };
    const { contactId } = await program.file(message);
    const { api } = program;
    await expectData(api("POST", `/contacts/${contactId}/erase`, { confirm: marta.name }));
    const again = await program.file(message);
    assert.deepEqual(again, { messageId: null, contactId: null, duplicate: true });
    const other = await connect(world);
    assert.equal((await other.file(message)).duplicate, false, "another program's ids are its own");
  },
);

testWithMail("digests stay as long as an account reads", async (world, post) => {
  const mailbox = await watched(world, post);
  const { api, id, read, settled } = mailbox;
  const { db } = world.services.database;
  const digests = () =>
    asWorker(db, async (trx) => {
      const { length } = await trx.selectFrom("erased_mail").select("digest").execute();
      const salts = await trx.selectFrom("erased_mail_salts").select("salt").execute();
      return [length, salts.length];
    });
  await deliver(post, [numbered(1)]);
  await read();
  await settled(1);
  await eraseContact(mailbox);
  await passNight(world);
  assert.deepEqual(await digests(), [3, 1], "its Message-ID, its event and its contact");
  await expectData(api("DELETE", `/channels/${id}`));
  await passNight(world);
  assert.deepEqual(await digests(), [0, 0]);
});
