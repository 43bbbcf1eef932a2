/** Messages that are filed together come out as if each had come alone. */
import assert from "node:assert/strict";
import { messageIn } from "@/lib/channels/in/message_in.ts";
import { takeMessages } from "@/lib/channels/in/take.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { expectData, expectFailure } from "../crm/scene.ts";
import { testOnEach, type World } from "../support/world.ts";
import { connect, marta } from "./scene.ts";

type Json = Record<string, unknown>;

function takeTogether(world: World, messages: Json[]) {
  const { database, channelHandlers } = world.services;
  const brought = messages.map((json) => ({
    message: messageIn.parse(json),
    body: new TextEncoder().encode(JSON.stringify(json)),
  }));
  const work = (trx: Parameters<typeof takeMessages>[0]) =>
    takeMessages(trx, channelHandlers, { companyId: 1 }, brought);
  return inCompany(database.db, 1, work, () => {});
}

/** Who was told of a contact: title, status and how often each was told. */
async function notices(world: World, tag: string) {
  const rows = await inCompany(
    world.services.database.db,
    1,
    (trx) =>
      trx.selectFrom("notification_recipients as r")
        .innerJoin("notifications as n", "n.id", "r.notification_id")
        .select(["n.title", "n.body", "r.status", "r.user_id"])
        .where("r.company_id", "=", 1).where("r.tag", "=", tag).orderBy("r.seq").execute(),
  );
  return rows.filter(({ user_id }) => user_id === rows[0]!.user_id)
    .map(({ title, body, status }) => [title, body, status]);
}

testOnEach("a batch of messages is filed in its order", async (world) => {
  const program = await connect(world);
  const earlier = await program.file({
    externalId: "0",
    from: { id: "k", name: "Kim" },
    text: "…",
  });
  const channelId = program.id;
  const of = (externalId: string, from: Json, more: Json = {}) => ({
    ...{ channelId, externalId, from, text: `Soy ${externalId}` },
    ...more,
  });
  const mail = "marta@example.com";
  const outcomes = await takeTogether(world, [
    of("1", marta),
    of("2", { id: "other", name: "Sin nombre", email: mail }),
    of("3", marta),
    of("1", marta, { text: "otra cosa" }),
    of("4", { id: "third", email: mail }),
    of("5", { id: "k" }),
    { ...of("6", marta), channelId: 999_999 },
    of("7", { id: "m-1" }, { direction: "out" }),
    of("0", { id: "k" }),
  ]);
  const results = outcomes.map((one) => "receipt" in one ? one.receipt : one.refused.code);
  const contact = (at: number) => (results[at] as { contactId: number }).contactId;
  assert.equal(results[6], "validation_failed");
  assert.deepEqual(results[3], { ...results[0] as Json, duplicate: true });
  assert.deepEqual(results[8], { ...earlier, duplicate: true });
  assert.deepEqual([contact(2), contact(7)], [contact(0), contact(0)], "by the account's id");
  assert.equal(contact(4), contact(1), "by the address that the message before it said");
  assert.equal(contact(5), earlier.contactId);
  assert.equal(new Set([contact(0), contact(1), contact(5)]).size, 3);
  const { api } = program;
  const thread = await expectData(api("GET", `/contacts/${contact(0)}/messages`));
  assert.deepEqual(
    thread.map((one: Json) => [one.direction, one.body]),
    [["out", "Soy 7"], ["in", "Soy 3"], ["in", "Soy 1"]],
  );
  assert.equal((await expectData(api("GET", `/contacts/${contact(0)}`))).status, "read");
  assert.equal((await expectData(api("GET", `/contacts/${contact(1)}`))).status, "new");
  assert.deepEqual(await notices(world, `contact:${contact(0)}`), [
    ["Nuevo contacto: Marta Gil", "Soy 1", "replaced"],
    // Message 7 has answered her.
    ["Marta Gil ha vuelto a escribir", "Soy 3", "cancelled"],
  ]);
  assert.deepEqual((await notices(world, `contact:${contact(5)}`)).at(-1), [
    "Kim ha vuelto a escribir",
    "Soy 5",
    "queued",
  ]);
  const history = await expectData(api("GET", `/activities?contact_id=${contact(0)}`));
  assert.deepEqual(
    history.map(({ verb }: Json) => verb),
    ["message_sent", "message_received", "created"],
  );
}, { both: true });

testOnEach("a message that cannot be filed is refused alone", async (world) => {
  const program = await connect(world);
  const all = Array.from({ length: 20 }, (_, n) => ({
    externalId: `${n}`,
    from: { id: `p-${n}` },
    text: "Hola",
    files: n === 7 ? [crypto.randomUUID()] : [],
  }));
  const answers = await Promise.all(all.map(program.bring));
  assert.deepEqual(
    answers.map(({ status }) => status),
    all.map((_, n) => n === 7 ? 422 : 202),
  );
  const refused = Promise.resolve(answers[7]!);
  const { fields } = await expectFailure(refused, 422, "validation_failed");
  assert.deepEqual(Object.keys(fields), ["files"]);
  assert.equal((await program.api("GET", "/contacts")).body.meta.total, 19);
});

testOnEach("a loop in a batch pauses its account, and what follows waits", async (world) => {
  const [program, other] = [await connect(world), await connect(world)];
  const { contactId } = await program.file({ externalId: "1", from: marta, text: "ping" });
  await inCompany(world.services.database.db, 1, async (trx) => {
    const read = Array.from({ length: 58 }, (_, n) => ({
      ...{ company_id: 1, account_id: program.id, external_id: `old ${n}`, size: 1 },
      ...{ state: "read" as const, contact_id: contactId },
    }));
    await trx.insertInto("channel_events").values(read).execute();
  });
  const messageOf = (externalId: string, from: Json, channelId = program.id) => ({
    ...{ externalId, from, channelId, text: "ping" },
  });
  const outcomes = await takeTogether(world, [
    messageOf("60", marta),
    messageOf("61", marta),
    messageOf("62", marta),
    messageOf("1", { id: "new" }, other.id),
  ]);
  const isFiled = outcomes.map((one) => "receipt" in one && one.receipt.messageId !== null);
  assert.deepEqual(isFiled, [true, false, false, true]);
  const account = await expectData(program.api("GET", `/channels/${program.id}`));
  assert.deepEqual([account.state, account.paused_by, account.waiting], ["paused", "loop", 2]);
});
