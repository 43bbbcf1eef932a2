/** Messages that programs bring. */
import assert from "node:assert/strict";
import { apiOf, expectData, expectFailure } from "../crm/scene.ts";
import { people, testOnEach } from "../support/world.ts";
import { connect, marta } from "./scene.ts";

testOnEach("a program's message is a contact, then a thread", async (world) => {
  const program = await connect(world);
  const first = await program.file({ externalId: "a", from: marta, text: "Hola" });
  assert.equal(first.duplicate, false);
  const contact = await expectData(program.api("GET", `/contacts/${first.contactId}`));
  assert.deepEqual(
    [contact.name, contact.channel, contact.channel_contact_id, contact.status, contact.phone],
    ["Marta Gil", "other", "m-1", "new", "+34 600 111 222"],
  );
  await expectData(program.api("PATCH", `/contacts/${first.contactId}`, { status: "archived" }));
  const again = await program.file({ externalId: "b", from: { id: "m-1" }, text: "¿Hola?" });
  assert.equal(again.contactId, first.contactId);
  const now = await expectData(program.api("GET", `/contacts/${first.contactId}`));
  assert.deepEqual([now.status, now.name], ["new", "Marta Gil"]);
  const [message] = await expectData(program.api("GET", `/contacts/${first.contactId}/messages`));
  assert.deepEqual(
    [message.id, message.body, message.via.id, message.from.id, message.delivery, message.files],
    [again.messageId, "¿Hola?", program.id, "m-1", null, []],
  );
}, { both: true });

testOnEach("a repeated externalId changes nothing, whatever else it has", async (world) => {
  const program = await connect(world);
  const message = { externalId: "a", from: marta, text: "Hola" };
  const first = await program.file(message);
  const repeats = await Promise.all(
    [message, { ...message, text: "otra cosa" }, { ...message, from: { id: "x" } }].map(
      program.file,
    ),
  );
  for (const repeat of repeats) assert.deepEqual(repeat, { ...first, duplicate: true });
  const other = await connect(world);
  const elsewhere = await other.file(message);
  assert.equal(elsewhere.duplicate, false);
});

testOnEach("twenty at once with one externalId make one message", async (world) => {
  const program = await connect(world);
  const message = { externalId: "a", from: marta, text: "Hola" };
  const all = await Promise.all(Array.from({ length: 20 }, () => program.file(message)));
  assert.equal(new Set(all.map(({ messageId }) => messageId)).size, 1);
  assert.equal(all.filter(({ duplicate }) => !duplicate).length, 1);
  const messages = await expectData(
    program.api("GET", `/contacts/${all[0]!.contactId}/messages`),
  );
  assert.equal(messages.length, 1);
}, { both: true });

testOnEach(
  "who writes is found by number or address, if one contact alone has it",
  async (world) => {
    const ana = apiOf(world, people.ana);
    const [byPhone, byMail] = await Promise.all([
      expectData(ana("POST", "/contacts", { name: "Uno", phone: "600 111 222" }), 201),
      expectData(ana("POST", "/contacts", { name: "Dos", email: "Dos@Example.com" }), 201),
    ]);
    const exchange = await connect(world, { channel: "phone" });
    const called = await exchange.file({
      externalId: "1",
      from: { id: "+34600111222" },
      text: "…",
    });
    assert.equal(called.contactId, byPhone.id);
    const bot = await connect(world);
    const wrote = await bot.file({
      externalId: "1",
      from: { id: "77", email: "dos@example.com" },
      text: "Hola",
    });
    assert.equal(wrote.contactId, byMail.id);
    // Known by its id from now on.
    const later = await bot.file({ externalId: "2", from: { id: "77" }, text: "Hola" });
    assert.equal(later.contactId, byMail.id);
    await expectData(ana("POST", "/contacts", { name: "Tres", email: "dos@example.com" }), 201);
    const other = await bot.file({
      externalId: "3",
      from: { id: "78", email: "dos@example.com" },
      text: "Hola",
    });
    assert.ok(![byMail.id, byPhone.id].includes(other.contactId), "two have it: a new one");
  },
);

testOnEach("ids of two programs of one channel are two people", async (world) => {
  const [one, two] = [await connect(world), await connect(world)];
  const a = await one.file({ externalId: "1", from: { id: "7", name: "A" }, text: "Hola" });
  const b = await two.file({ externalId: "1", from: { id: "7", name: "B" }, text: "Hola" });
  assert.notEqual(a.contactId, b.contactId);
  assert.equal(
    (await two.file({ externalId: "2", from: { id: "7" }, text: "…" })).contactId,
    b.contactId,
  );
});

testOnEach(
  "a merge keeps what the account knows a person by, and undoing it gives it back",
  async (world) => {
    const program = await connect(world);
    const a = await program.file({ externalId: "1", from: { id: "a", name: "A" }, text: "Hola" });
    const b = await program.file({ externalId: "2", from: { id: "b", name: "B" }, text: "Hola" });
    const { api } = program;
    await expectData(api("POST", `/contacts/${a.contactId}/merge`, { into_id: b.contactId }));
    const merged = await program.file({ externalId: "3", from: { id: "a" }, text: "…" });
    assert.equal(merged.contactId, b.contactId);
    await expectData(api("POST", `/contacts/${a.contactId}/unmerge`));
    const [backA, backB] = [
      await program.file({ externalId: "4", from: { id: "a" }, text: "…" }),
      await program.file({ externalId: "5", from: { id: "b" }, text: "…" }),
    ];
    assert.deepEqual([backA.contactId, backB.contactId], [a.contactId, b.contactId]);
    // A change of its own columns forgets none of it.
    await expectData(api("PATCH", `/contacts/${a.contactId}`, { email: "a@example.com" }));
    assert.equal(
      (await program.file({ externalId: "6", from: { id: "a" }, text: "…" })).contactId,
      a.contactId,
    );
  },
);

testOnEach("an echo of a sent message is filed as outgoing and notifies nobody", async (world) => {
  const program = await connect(world);
  const { contactId } = await program.file({ externalId: "1", from: marta, text: "Hola" });
  const echo = { externalId: "2", from: { id: "m-1" }, text: "Voy", direction: "out" };
  await program.file(echo);
  const contact = await expectData(program.api("GET", `/contacts/${contactId}`));
  assert.equal(contact.status, "read");
  const [message] = await expectData(program.api("GET", `/contacts/${contactId}/messages`));
  assert.deepEqual([message.direction, message.to.id, message.delivery], ["out", "m-1", null]);
});

testOnEach("bad input is refused by field, and changes nothing", async (world) => {
  const program = await connect(world);
  const stranger = await connect(world, { member: people.eva });
  const { key } = program;
  const good = { channelId: program.id, externalId: "x", from: marta, text: "Hola" };
  const refuse = async (json: unknown, ...fields: string[]) => {
    const failure = await expectFailure(
      world.call("POST", "/api/messages", { key, json }),
      422,
      "validation_failed",
    );
    assert.deepEqual(Object.keys(failure.fields).sort(), fields.sort());
  };
  await refuse({ ...good, channelId: stranger.id }, "channelId");
  await refuse({ ...good, channelId: 999_999 }, "channelId");
  await refuse({ ...good, text: "x".repeat(100_001) }, "text");
  await refuse({ ...good, text: " " }, "text");
  await refuse({ ...good, text: "a\0b", from: { id: "" } }, "text", "from.id");
  await refuse({ ...good, from: { ...marta, email: "no" } }, "from.email");
  await refuse({ ...good, files: [crypto.randomUUID()] }, "files");
  await refuse({ ...good, files: ["x"], sentAt: "ayer" }, "files.0", "sentAt");
  await refuse({ ...good, text: " ", direction: "up" }, "text", "direction");
  await refuse({ ...good, files: Array.from({ length: 11 }, () => crypto.randomUUID()) }, "files");
  const twice = crypto.randomUUID();
  await refuse({ ...good, files: [twice, twice] }, "files");
  await refuse({ ...good, sentAt: "2999-01-01T00:00:00Z" }, "sentAt");
  await refuse({ ...good, unknown: 1 }, "unknown");
  const shop = { key: world.keys.shop, json: good };
  await expectFailure(world.call("POST", "/api/messages", shop), 403, "insufficient_scope");
  const foreign = { key: stranger.key, json: good };
  await expectFailure(world.call("POST", "/api/messages", foreign), 422, "validation_failed");
  const large = { key, json: { ...good, text: "x".repeat(1_100_000) } };
  await expectFailure(world.call("POST", "/api/messages", large), 413, "too_large");
  const long = await program.file({ ...good, text: "ñ".repeat(100_000) });
  const [message] = await expectData(program.api("GET", `/contacts/${long.contactId}/messages`));
  assert.equal(message.body.length, 100_000);
  const [{ id }] = await expectData(program.api("GET", "/keys"));
  await expectData(program.api("DELETE", `/keys/${id}`));
  await expectFailure(program.bring(good), 401, "unauthorized");
});

testOnEach("a key for channels opens nothing else", async (world) => {
  const { key } = await connect(world);
  const tried = [["GET", "/api/notifications"], ["GET", "/api/responses"], ["GET", "/api/devices"]];
  for (const [method, path] of tried) {
    await expectFailure(world.call(method!, path!, { key }), 403, "insufficient_scope");
  }
});
