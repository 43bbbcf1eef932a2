/** Answers from phones: what is newer, what is the same again, and what they close. */
import assert from "node:assert/strict";
import { goNow } from "../../channels/scene.ts";
import { testOnEach } from "../../support/world.ts";
import { expectData, expectFailure } from "../scene.ts";
import { conversing } from "./scene.ts";

const bodies = ({ messages }: { messages: { body: string }[] }) => messages.map(({ body }) => body);

testOnEach("an answer goes out once, and its notice goes from every phone", async (world) => {
  const { ana, luis, receiver, contactId, messageId, program } = await conversing(world);
  await using _ = receiver;
  for (const { inbox } of [ana, luis]) {
    const [notice] = await inbox();
    assert.deepEqual([notice.contactId, notice.status], [contactId, "queued"]);
    assert.match(notice.url, new RegExp(`^/panel/contacts/${contactId}\\?`));
  }
  const [listed] = await luis.list();
  assert.deepEqual([listed.contact_id, listed.waiting, listed.last.text], [
    ...[contactId, true, "¿Abren mañana?"],
  ]);
  const conversation = await luis.read(contactId);
  assert.deepEqual([conversation.newest, conversation.why_not, conversation.accounts.length], [
    messageId,
    null,
    1,
  ]);
  assert.deepEqual([conversation.accounts[0].usual, conversation.accounts[0].can_send], [
    true,
    true,
  ]);

  const reply = { text: "Sí, a las 9", key: "k1", after: conversation.newest };
  const sent = await expectData(luis.reply(contactId, reply), 201);
  assert.deepEqual([sent.direction, sent.body, sent.delivery.state, sent.via.id], [
    ...["out", "Sí, a las 9", "queued", program.id],
  ]);
  const again = await expectData(luis.reply(contactId, reply), 200);
  assert.equal(again.id, sent.id, "a repeat is the same, although it is newer than `after`");
  const other = luis.reply(contactId, { ...reply, text: "No" });
  await expectFailure(other, 422, "idempotency_key_reused");
  for (const { inbox } of [ana, luis]) assert.deepEqual(await inbox(), []);

  await goNow(world);
  await receiver.received(1);
  assert.equal((receiver.requests[0]!.json() as { text: string }).text, "Sí, a las 9");
  const after = await ana.read(contactId);
  assert.deepEqual([bodies(after), after.waiting], [["Sí, a las 9", "¿Abren mañana?"], false]);
  assert.equal(after.messages[0].author, "Luis Vega");
});

testOnEach("what is newer than what was shown keeps an answer back", async (world) => {
  const { ana, luis, receiver, writes, contactId, messageId, program } = await conversing(world);
  await using _ = receiver;
  const panel = await expectData(
    ana.api("POST", `/contacts/${contactId}/messages`, {
      ...{ direction: "out", via: program.id, body: "Del panel" },
    }),
    201,
  );
  const late = { text: "Tarde", key: "late", after: messageId };
  const moved = await expectFailure(luis.reply(contactId, late), 409, "conversation_moved");
  assert.deepEqual([moved.details.newest, moved.details.message.body], [panel.id, "Del panel"]);

  const written = await writes("¿Y el sábado?");
  const twice = await expectFailure(
    luis.reply(contactId, { ...late, after: panel.id }),
    409,
    "conversation_moved",
  );
  assert.equal(twice.details.message.direction, "in");
  // A note of a colleague is nothing that the customer was told.
  await expectData(ana.verb(contactId, "notes", { text: "Cerramos", key: "n" }), 201);
  const anyway = await luis.reply(contactId, { ...late, after: written.messageId });
  await expectData(Promise.resolve(anyway), 201);
  const none = ana.reply(contactId, { text: "Sin ver nada", after: null });
  await expectFailure(none, 409, "conversation_moved");
});

testOnEach(
  "of two phones and the panel at once, one answer is seen by the others",
  async (world) => {
    const { ana, luis, receiver, contactId, messageId } = await conversing(world);
    await using _ = receiver;
    const say = (text: string) => ({ text, after: messageId });
    const both = [
      ana.reply(contactId, say("Ana")),
      luis.reply(contactId, say("Luis")),
      luis.reply(contactId, { ...say("Luis otra vez"), key: "same" }),
      luis.reply(contactId, { ...say("Luis otra vez"), key: "same" }),
    ];
    const panel = ana.api("POST", `/contacts/${contactId}/messages`, {
      ...{ direction: "out", body: "Por teléfono" },
    });
    const answers = await Promise.all(both);
    await expectData(panel, 201);
    const successes = answers.filter(({ status }) => status === 201).length;
    const refused = answers.filter(({ status }) => status === 409).length;
    const repeats = answers.filter(({ status }) => status === 200).length;
    assert.equal(successes + refused + repeats, 4, JSON.stringify(answers.map(({ body }) => body)));
    assert.ok(successes <= 1, "at most one had seen the newest");
    const out = bodies(await ana.read(contactId)).length;
    assert.equal(out, 2 + successes, "the question, the panel's and that one");
  },
);

testOnEach("what cannot be sent is said before, and in words", async (world) => {
  const { ana, receiver, contactId, messageId, program, writes } = await conversing(world);
  await using _ = receiver;
  await expectData(ana.api("POST", `/channels/${program.id}/pause`));
  const paused = (await ana.read(contactId)).accounts[0];
  assert.deepEqual([paused.can_send, /is paused/.test(paused.why)], [false, true]);
  await expectData(ana.api("POST", `/channels/${program.id}/resume`));

  const refused = async (json: Record<string, unknown>, ...fields: string[]) => {
    const failure = ana.reply(contactId, { after: messageId, ...json });
    const { fields: wrong } = await expectFailure(failure, 422, "validation_failed");
    assert.deepEqual(Object.keys(wrong).sort(), fields);
  };
  await refused({ text: "  " }, "text");
  await refused({ text: "Hola {{contact.name}}" }, "text");
  await refused({ text: "x", via: 2_000_000 }, "via");
  await refused({ text: "x", files: [crypto.randomUUID()] }, "files");
  await refused({ text: "x", key: "", after: "x", colour: 1 }, "after", "colour", "key");
  assert.equal((await ana.read(contactId)).newest, messageId, "nothing was changed");

  const { id } = await expectData(
    ana.api("POST", "/contacts", { name: "Sin nada", assignee_id: ana.id }),
    201,
  );
  const bare = await ana.read(id);
  assert.deepEqual([bare.accounts, bare.newest], [[], null]);
  assert.match(bare.why_not, /no address or number/);
  await writes("Otra", { id: "m-2", name: "Nuria" });
  assert.equal((await ana.list()).length, 3);
});

testOnEach("notes, templates and files are there on the phone", async (world) => {
  const { ana, luis, receiver, contactId, messageId } = await conversing(world);
  await using _ = receiver;
  const template = {
    name: "Saludo",
    language: "es",
    body: "Hola {{contact.name}}: {{quote.number}}",
  };
  await expectData(ana.api("POST", "/reply-templates", template), 201);
  const [filled] = await expectData(luis.call("GET", `conversations/${contactId}/templates`));
  assert.deepEqual([filled.body, filled.unfilled], ["Hola Marta Gil: {{quote.number}}", [
    "quote.number",
  ]]);
  const bring = () =>
    expectData(
      world.call("POST", "/api/phone/files?name=foto.txt", { device: luis.token, body: "foto" }),
      201,
    );
  const read = (token: string, id: string) =>
    fetch(`${world.url}/api/phone/files/${id}`, { headers: { Authorization: `Bearer ${token}` } })
      .then(async (answer) => [answer.status, await answer.text()] as const);
  const file = await bring();
  assert.deepEqual(await read(luis.token, file.id), [200, "foto"]);
  assert.equal((await read(ana.token, file.id))[0], 404, "nobody else's before it is sent");
  await expectData(
    luis.reply(contactId, { text: "", after: messageId, files: [file.id] }),
    201,
  );
  assert.deepEqual(await read(ana.token, file.id), [200, "foto"]);
  const { id } = await bring();
  const note = { text: "", key: "n", files: [id] };
  const comment = await expectData(ana.verb(contactId, "notes", { text: "Mirad", key: "n" }), 201);
  const repeat = await expectData(ana.verb(contactId, "notes", { text: "Mirad", key: "n" }), 200);
  assert.equal(comment.id, repeat.id);
  await expectData(luis.verb(contactId, "notes", note), 201);
  const { messages } = await ana.read(contactId);
  assert.deepEqual(
    messages.map(({ kind, body }: { kind: string; body: string }) => [kind, body]),
    [["note", "foto.txt"], ["note", "Mirad"], ["message", ""], ["message", "¿Abren mañana?"]],
  );
});
