/** An answer that did not arrive is no answer: its customer waits again, and its sender hears of it. */
import assert from "node:assert/strict";
import { connect, converse, delivered, goNow } from "../../channels/scene.ts";
import { until } from "../../support/wait.ts";
import { people, testOnEach, type World } from "../../support/world.ts";
import { apiOf, expectData, expectFailure, inDatabase } from "../scene.ts";
import { finishMessages } from "@/lib/channels/out/finish_messages.ts";
import { noteOverdueMoves } from "@/lib/channels/out/note_moves.ts";
import { leaseMessages } from "@/lib/channels/out/leases.ts";
import { readSenders } from "@/lib/crm/contacts/conversation/senders.ts";

type Api = ReturnType<typeof apiOf>;

/** Ids of those who wait, as the list, the indicators and the navigation say. */
async function waiting(api: Api): Promise<number[]> {
  const listed = await expectData(api("GET", "/contacts?waiting=true"));
  const ids = listed.map(({ id }: { id: number }) => id);
  const { contacts } = await expectData(api("GET", "/stats"));
  const counts = await expectData(api("GET", "/counts"));
  assert.deepEqual([contacts.waiting, counts.contacts], [ids.length, ids.length]);
  return ids;
}

/** Titles of the notices that somebody was sent. */
function noticesTo(world: World, email: string) {
  return inDatabase(world, 1, async (trx) => {
    const rows = await trx.selectFrom("notifications as n")
      .innerJoin(
        "notification_recipients as r",
        (on) =>
          on.onRef("r.company_id", "=", "n.company_id").onRef("r.notification_id", "=", "n.id"),
      )
      .select("n.title").where("n.company_id", "=", 1).where("r.user_id", "=", email)
      .orderBy("n.created_at").execute();
    return rows.map(({ title }) => title);
  });
}

for (const status of [410, 422]) {
  testOnEach(`a program's ${status} ends the message, not the account`, async (world) => {
    const { receiver, program, contactId, write } = await converse(world, {
      handler: () => new Response("no", { status }),
    });
    await using _ = receiver;
    const { api } = program;
    assert.deepEqual(await waiting(api), [contactId]);
    const { id } = await write({ body: "Buenas" });
    assert.deepEqual(await waiting(api), []);
    await expectData(api("PATCH", `/contacts/${contactId}`, { status: "archived" }));
    await goNow(world);
    const delivery = await delivered(program, contactId, id, "failed");
    assert.equal(delivery.attempts, 1);
    await until(async () => (await waiting(api)).includes(contactId));
    const contact = await expectData(api("GET", `/contacts/${contactId}`));
    assert.deepEqual([contact.status, contact.last_direction, contact.first_response_at], [
      ...["new", "in", null],
    ]);
    const account = await expectData(api("GET", `/channels/${program.id}`));
    assert.equal(account.state, "working");
    await until(async () =>
      (await noticesTo(world, people.ana)).includes("El mensaje a Marta Gil no ha llegado")
    );
    const titles = await noticesTo(world, people.luis);
    assert.ok(!titles.includes("El mensaje a Marta Gil no ha llegado"), "who wrote it is told");
  });
}

testOnEach(
  "a failure that its process did not live to note is noted by the sweep",
  async (world) => {
    const { receiver, program, contactId, write } = await converse(world);
    await using _ = receiver;
    const { api } = program;
    const { db } = world.services.database;
    const { id } = await write({ body: "Buenas" });
    const [row] = await inDatabase(
      world,
      1,
      (trx) =>
        trx.updateTable("outbox").set((eb) => ({ due_at: eb.fn<Date>("now") }))
          .where("company_id", "=", 1).where("message_id", "=", id).returning("id").execute(),
    );
    const { pending } = await leaseMessages(db, [row!.id], crypto.randomUUID());
    await finishMessages(db, [{
      pending: pending[0]!,
      startedAt: new Date(),
      result: { outcome: "status", status: 410, durationMs: 1 },
      verdict: { state: "failed" },
    }]);
    // Here it ended.
    assert.equal((await delivered(program, contactId, id, "failed")).attempts, 1);
    assert.deepEqual(await waiting(api), []);

    const { channelHandlers: handlers, announce } = world.services;
    const sweep = (minutes: number) =>
      noteOverdueMoves({ db, handlers, announce }, new Date(Date.now() + minutes * 60_000));
    await sweep(0);
    assert.deepEqual(await waiting(api), [], "the process that stored it has a minute");
    // Two instances sweep at once, and once more.
    await Promise.all([sweep(2), sweep(2)]);
    await sweep(4);
    assert.deepEqual(await waiting(api), [contactId]);
    const title = "El mensaje a Marta Gil no ha llegado";
    assert.equal(
      (await noticesTo(world, people.ana)).filter((one) => one === title).length,
      1,
    );
    const verbs = await expectData(api("GET", `/activities?contact_id=${contactId}`));
    const failures = verbs.filter(({ verb }: { verb: string }) => verb === "message_failed");
    assert.equal(failures.length, 1, "and once in the history");
  },
);

testOnEach("what waited to go out by a removed account is no answer", async (world) => {
  const { receiver, program, contactId, write } = await converse(world);
  await using _ = receiver;
  const { api } = program;
  await write({ body: "Buenas" });
  assert.deepEqual(await waiting(api), []);
  await expectData(api("DELETE", `/channels/${program.id}`));
  assert.deepEqual(await waiting(api), [contactId]);
});

testOnEach("what is tried again is an answer again", async (world) => {
  let status = 410;
  const { receiver, program, contactId, write } = await converse(world, {
    handler: () => new Response("", { status }),
  });
  await using _ = receiver;
  const { api } = program;
  const { id, sent_at } = await write({ body: "Buenas" });
  await goNow(world);
  await delivered(program, contactId, id, "failed");
  await until(async () => (await waiting(api)).includes(contactId));
  status = 200;
  await expectData(api("POST", `/contacts/${contactId}/messages/${id}/retry`));
  assert.deepEqual(await waiting(api), []);
  await goNow(world);
  await delivered(program, contactId, id, "sent");
  const contact = await expectData(api("GET", `/contacts/${contactId}`));
  assert.deepEqual([contact.last_direction, contact.first_response_at], ["out", sent_at]);

  // A receipt may say so later.
  const receipt = (json: object) =>
    world.call("POST", `/api/messages/${id}/status`, { key: program.key, json });
  await receipt({ status: "failed", error: "blocked" });
  assert.deepEqual(await waiting(api), [contactId]);
  await receipt({ status: "delivered" });
  assert.deepEqual(await waiting(api), []);
});

testOnEach("what was taken back is no answer, a later one is", async (world) => {
  const { receiver, program, contactId, write } = await converse(world);
  await using _ = receiver;
  const { api } = program;
  const first = await write({ body: "Ups" });
  await expectData(api("POST", `/contacts/${contactId}/messages/${first.id}/cancel`));
  assert.deepEqual(await waiting(api), [contactId]);
  const second = await write({ body: "Una" });
  await write({ body: "Dos" });
  await expectData(api("POST", `/contacts/${contactId}/messages/${second.id}/cancel`));
  assert.deepEqual(await waiting(api), [], "the newest stands");
});

testOnEach("whoever was never answered waits as a client too", async (world) => {
  const ana = apiOf(world, people.ana, 1);
  const add = async (name: string) =>
    (await expectData(ana("POST", "/contacts", { name, message: "¿Hola?" }), 201)).id as number;
  const say = (id: number, direction: string) =>
    expectData(ana("POST", `/contacts/${id}/messages`, { direction, body: "Hola" }), 201);
  const [never, once] = [await add("Nunca"), await add("Una vez")];
  await say(once, "out");
  await say(once, "in");
  for (const id of [never, once]) await expectData(ana("POST", `/contacts/${id}/convert`, {}), 201);
  assert.deepEqual(await waiting(ana), [never]);
  await say(never, "out");
  assert.deepEqual(await waiting(ana), []);
});

testOnEach("an account that cannot reach somebody is not offered", async (world) => {
  const url = "http://127.0.0.1:1/out";
  const chat = await connect(world, { name: "Chat", callbackUrl: url });
  const whatsapp = await connect(world, { name: "WA", channel: "whatsapp", callbackUrl: url });
  const ana = apiOf(world, people.ana, 1);
  const offered = async (id: number) => {
    const { accounts } = await inDatabase(
      world,
      1,
      (trx) => readSenders(trx, { companyId: 1 }, { contactId: id }),
    );
    return accounts.map(({ id }) => id);
  };
  const add = async (json: object) => (await expectData(ana("POST", "/contacts", json), 201)).id;
  const byMail = await add({ name: "Eva", email: "eva@x.example" });
  const byPhone = await add({ name: "Leo", phone: "+34 600 111 333" });
  const { contactId } = await chat.file({ externalId: "1", from: { id: "7" }, text: "Hola" });
  assert.deepEqual(await offered(byMail), []);
  assert.deepEqual(await offered(byPhone), [whatsapp.id]);
  assert.deepEqual(await offered(contactId), [chat.id]);

  // What is not offered is refused, and leaves nothing behind.
  const write = (contact: number, via: number) =>
    ana("POST", `/contacts/${contact}/messages`, { direction: "out", via, body: "Hola" });
  for (const [contact, via] of [[byMail, chat.id], [byMail, whatsapp.id], [byPhone, chat.id]]) {
    const { fields } = await expectFailure(write(contact!, via!), 422, "validation_failed");
    assert.match(fields.via!, /^does not know this person/);
    assert.deepEqual(await expectData(ana("GET", `/contacts/${contact}/messages`)), []);
  }
  await expectData(write(byPhone, whatsapp.id), 201);
  await expectData(write(contactId, chat.id), 201);
});

testOnEach("a client is offered the mailboxes, and the programs that know it", async (world) => {
  const url = "http://127.0.0.1:1/out";
  const chat = await connect(world, { name: "Chat", callbackUrl: url });
  const whatsapp = await connect(world, { name: "WA", channel: "whatsapp", callbackUrl: url });
  const ana = apiOf(world, people.ana, 1);
  const offered = async (id: number) =>
    (await expectData(ana("GET", `/channels?client_id=${id}`))).map(({ id }: { id: number }) => id);
  const write = (client: number, via: number) =>
    ana("POST", `/clients/${client}/messages`, { via, body: "Hola" });
  const add = async (json: object) => (await expectData(ana("POST", "/clients", json), 201)).id;
  const byMail = await add({ name: "Eva", email: "eva@x.example" });
  assert.deepEqual(await offered(byMail), []);
  await expectFailure(write(byMail, whatsapp.id), 422, "validation_failed");
  assert.deepEqual(await expectData(ana("GET", "/contacts")), [], "no thread is opened for it");

  // A number that the client was given later is reached in the thread that it came with.
  const { contactId } = await chat.file({ externalId: "1", from: { id: "7" }, text: "Hola" });
  const { client } = await expectData(ana("POST", `/contacts/${contactId}/convert`, {}), 201);
  assert.deepEqual(await offered(client.id), [chat.id]);
  await expectData(ana("PATCH", `/clients/${client.id}`, { phone: "+34 600 111 444" }));
  assert.deepEqual(await offered(client.id), [chat.id, whatsapp.id]);
  const sent = await expectData(write(client.id, whatsapp.id), 201);
  assert.deepEqual([sent.contact_id, sent.to.phone], [contactId, "+34 600 111 444"]);

  for (const wrong of ["99999", "0", "x", "9999999999", "1,2"]) {
    const { fields } = await expectFailure(
      ana("GET", `/channels?client_id=${wrong}`),
      422,
      "validation_failed",
    );
    assert.deepEqual(Object.keys(fields), ["client_id"]);
  }
});
