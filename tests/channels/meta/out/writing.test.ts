/** What is refused before it is queued, and in how many parts the rest leaves. */
import assert from "node:assert/strict";
import { expectData, expectFailure, inDatabase } from "../../../crm/scene.ts";
import { until } from "../../../support/wait.ts";
import { people, testOnEach, type World } from "../../../support/world.ts";
import { delivered, goNow } from "../../scene.ts";
import { addPerson, connectMeta, heardAgo, type MetaAccount } from "../accounts.ts";

const hour = 3_600_000;
const jpeg = new Uint8Array([
  0xff,
  0xd8,
  0xff,
  0xe0,
  0,
  16,
  ...new TextEncoder().encode("JFIF"),
  0,
]);
const webp = new TextEncoder().encode("RIFF\x04\0\0\0WEBPVP8 ");
const svg = new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg'/>");

async function addFile(world: World, bytes: Uint8Array<ArrayBuffer>, name: string) {
  const path = `/api/admin/files?name=${name}`;
  const headers = { "Content-Type": "application/octet-stream" };
  const answer = world.call("POST", path, { member: people.ana, body: bytes, headers });
  return (await expectData(answer, 201)).id as string;
}

function write(account: MetaAccount, contactId: number, json: Record<string, unknown>) {
  const body = { direction: "out", via: account.id, ...json };
  return account.api("POST", `/contacts/${contactId}/messages`, body);
}

testOnEach("text over the limit and files leave as parts, in order", async (world) => {
  const account = await connectMeta(world, "instagram");
  const contactId = await addPerson(world, account, { id: "1234567890123456" });
  // 249 emoji of 4 bytes, then a family of 25 bytes on the border of 1,000.
  const family = "👨‍👩‍👧‍👦";
  const text = `${"😀".repeat(249)}${family}a`;
  const files = [await addFile(world, jpeg, "mesa.jpg"), await addFile(world, jpeg, "silla.jpg")];
  const answer = await write(account, contactId, { body: text, files });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  const { data: first, meta: { parts } } = answer.body;
  assert.equal(parts.length, 4);
  assert.equal(parts[0], first.id);
  assert.deepEqual(first.part, { n: 1, of: 4 });
  const messages = await expectData(account.api("GET", `/contacts/${contactId}/messages`));
  const inOrder = messages.toReversed();
  assert.deepEqual(inOrder.map(({ id }: { id: number }) => id), parts);
  assert.deepEqual(inOrder.map(({ body }: { body: string }) => body), [
    "😀".repeat(249),
    `${family}a`,
    "",
    "",
  ]);
  assert.deepEqual(inOrder.map((one: { files: unknown[] }) => one.files.length), [0, 0, 1, 1]);

  // A middle part is taken back alone.
  await expectData(account.api("POST", `/contacts/${contactId}/messages/${parts[1]}/cancel`));
  await until(async () => {
    await goNow(world);
    return world.graph.state.sent.length === 3;
  }, { what: "the others to leave" });
  await delivered(account, contactId, parts[3], "sent");
  await delivered(account, contactId, parts[1], "cancelled");
  const kinds = world.graph.state.sent.map(({ body }) => {
    const { text, attachment } = body.message as { text?: string; attachment?: { type: string } };
    return text ? "text" : attachment!.type;
  });
  assert.deepEqual(kinds, ["text", "image", "image"]);

  const ten = "Línea de texto.\n".repeat(620);
  const { fields } = await expectFailure(
    write(account, contactId, { body: ten, files: [await addFile(world, jpeg, "x.jpg")] }),
    422,
    "validation_failed",
  );
  assert.deepEqual(Object.keys(fields), ["body"]);
}, { hasGraph: true });

testOnEach("a file goes by its type, and one that the kind has not is refused", async (world) => {
  const page = await connectMeta(world, "instagram");
  const number = await connectMeta(world, "whatsapp");
  const [onPage, onNumber] = [
    await addPerson(world, page, { id: "1234567890123456" }),
    await addPerson(world, number, { id: "34600111222" }),
  ];
  for (const bytes of [webp, svg]) {
    const files = [await addFile(world, bytes, "one.png")];
    const { fields } = await expectFailure(
      write(page, onPage, { body: "", files }),
      422,
      "validation_failed",
    );
    assert.deepEqual(Object.keys(fields), ["files"]);
    // Of WhatsApp it goes as a document.
    const { id } = await expectData(write(number, onNumber, { body: "", files }), 201);
    await goNow(world);
    await delivered(number, onNumber, id, "sent");
    const { body } = world.graph.state.sent.at(-1)!;
    assert.deepEqual([body.type, (body.document as { filename: string }).filename], [
      "document",
      "one.png",
    ]);
  }
}, { hasGraph: true });

testOnEach("a closed window is said at once, and also when it closes meanwhile", async (world) => {
  const account = await connectMeta(world, "facebook");
  const contactId = await addPerson(world, account, { id: "7012345678901234" });
  const { id } = await expectData(write(account, contactId, { body: "A tiempo" }), 201);
  await heardAgo(world, account, "7012345678901234", 25 * hour);
  await goNow(world);
  const { error, can } = await delivered(account, contactId, id, "failed");
  assert.match(error, /^They wrote too long ago/);
  assert.deepEqual(can, ["retry"]);
  assert.equal(world.graph.calls.filter((one) => one.endsWith("/messages")).length, 0);
  const { details } = await expectFailure(
    write(account, contactId, { body: "Tarde" }),
    409,
    "window_closed",
  );
  assert.equal(details.after, null);
  assert.ok(new Date(details.until) < new Date());

  const agent = await connectMeta(world, "instagram", { settings: { human_agent: true } });
  const other = await addPerson(world, agent, { id: "1234567890123456" });
  await heardAgo(world, agent, "1234567890123456", 6 * 24 * hour);
  const late = await expectData(write(agent, other, { body: "Perdona la espera" }), 201);
  await goNow(world);
  await delivered(agent, other, late.id, "sent");
  const { messaging_type, tag } = world.graph.state.sent.at(-1)!.body;
  assert.deepEqual([messaging_type, tag], ["MESSAGE_TAG", "HUMAN_AGENT"]);
}, { hasGraph: true });

testOnEach("an account writes to nobody of whom it has no id", async (world) => {
  const one = await connectMeta(world, "facebook");
  const other = await connectMeta(world, "instagram");
  const number = await connectMeta(world, "whatsapp");
  const contactId = await addPerson(world, one, { id: "7012345678901234" });
  for (const account of [other, number]) {
    const { fields } = await expectFailure(
      write(account, contactId, { body: "Hola" }),
      422,
      "validation_failed",
    );
    assert.deepEqual(Object.keys(fields), ["via"]);
  }
  const { fields } = await expectFailure(
    write(one, contactId, {
      ...{ body: "Hola", subject: "Asunto", cc: ["a@example.com"], opt_in: { source: "web" } },
      template: { name: "hola", language: "es" },
    }),
    422,
    "validation_failed",
  );
  assert.ok("subject" in fields);
}, { hasGraph: true });

testOnEach("an answer names the message that it is to", async (world) => {
  const account = await connectMeta(world, "whatsapp");
  const contactId = await addPerson(world, account, { id: "34600111222" });
  const [theirs] = await inDatabase(world, 1, (trx) =>
    trx.insertInto("contact_messages").values({
      ...{ company_id: 1, contact_id: contactId, direction: "in", channel: "whatsapp" },
      ...{ body: "¿Cuándo?", external_id: "wamid.theirs", via_id: account.id },
      sent_at: new Date(),
    }).returning("id").execute());
  const message = await expectData(
    write(account, contactId, { body: "Mañana", answers: theirs!.id }),
    201,
  );
  assert.deepEqual(message.answers, { id: theirs!.id, direction: "in", text: "¿Cuándo?" });
  await goNow(world);
  await delivered(account, contactId, message.id, "sent");
  assert.deepEqual(world.graph.state.sent[0]!.body.context, { message_id: "wamid.theirs" });
  await expectFailure(
    write(account, contactId, { body: "Mañana", answers: 999_999 }),
    422,
    "validation_failed",
  );
}, { hasGraph: true });
