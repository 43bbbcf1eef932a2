/** Whose conversations a phone sees, how they are listed, and what a member does with them. */
import assert from "node:assert/strict";
import { marta } from "../../channels/scene.ts";
import { people, testOnEach } from "../../support/world.ts";
import { expectData, expectFailure } from "../scene.ts";
import { callerOf, conversing, pairCaller } from "./scene.ts";

const ids = (list: { contact_id: number }[]) => list.map(({ contact_id }) => contact_id);

testOnEach(
  "nobody else's phone sees a conversation, and none does without membership",
  async (world) => {
    const { ana, luis, receiver, contactId, messageId } = await conversing(world);
    await using _ = receiver;
    const eva = await pairCaller(world, people.eva);
    const elsewhere = await pairCaller(world, people.luis, 2);
    const stranger = callerOf(world, (await world.pairPhone(people.luis)).token);
    const own = await expectData(
      ana.api("POST", "/contacts", { name: "De Ana", assignee_id: ana.id, message: "Hola" }),
      201,
    );
    const reply = { text: "x", after: messageId };
    for (
      const [who, caller, id] of [
        ["another company's", eva, contactId],
        ["the same person's of another company", elsewhere, contactId],
        ["one that a program paired", stranger, contactId],
        ["a colleague's who was not told", luis, own.id],
        ["nobody's", luis, 2_000_000],
      ] as const
    ) {
      const calls = [
        caller.call("GET", `conversations/${id}`),
        caller.call("GET", `conversations/${id}/templates`),
        caller.reply(id, reply),
        caller.verb(id, "notes", { text: "x", key: "x" }),
        caller.verb(id, "take"),
        caller.verb(id, "later", { at: null }),
        caller.call("POST", `conversations/${id}/messages/${messageId}/cancel`),
      ];
      for (const call of calls) {
        const { error: _, requestId: __, ...error } = await expectFailure(call, 404, "not_found");
        assert.deepEqual(error, { success: false, code: "not_found" }, who);
      }
    }
    await expectFailure(stranger.call("GET", "conversations"), 404, "not_found");
    assert.deepEqual(await eva.list(), []);
    assert.deepEqual(ids(await luis.list()), [contactId]);

    await expectData(ana.api("DELETE", `/employees/${luis.id}`));
    await expectFailure(luis.call("GET", `conversations/${contactId}`), 401, "unauthorized");
    await expectFailure(luis.reply(contactId, reply), 401, "unauthorized");
  },
);

testOnEach("the list goes on without an end, by words, and one customer is one", async (world) => {
  const { ana, receiver, writes, contactId, program } = await conversing(world);
  await using _ = receiver;
  const others: number[] = [];
  for (const name of ["Berta", "Carla", "Dora"]) {
    others.unshift((await writes("Hola", { id: name, name })).contactId);
  }
  const numbers: number[] = [];
  let cursor = "";
  do {
    const { body } = await ana.call("GET", `conversations?limit=1${cursor}`);
    numbers.push(...ids(body.data));
    cursor = body.meta.nextCursor && `&cursor=${encodeURIComponent(body.meta.nextCursor)}`;
  } while (cursor);
  assert.deepEqual(numbers, [...others, contactId]);
  assert.deepEqual(ids(await ana.list("?q=carl")), [others[1]]);
  await expectFailure(ana.call("GET", "conversations?cursor=x"), 422, "validation_failed");

  const convert = (id: number, json: object) =>
    expectData(ana.api("POST", `/contacts/${id}/convert`, json), 201);
  const { client } = await convert(contactId, {});
  await convert(others[2]!, { client_id: client.id });
  await writes("Otra vez", marta);
  assert.deepEqual(ids(await ana.list()), [contactId, ...others.slice(0, 2)]);
  const together = await ana.read(contactId);
  assert.deepEqual(
    together.messages.map((
      { body, contact_id }: { body: string; contact_id: number },
    ) => [body, contact_id]),
    [["Otra vez", contactId], ["Hola", others[2]], ["¿Abren mañana?", contactId]],
  );
  const first = await ana.call("GET", `conversations/${contactId}?limit=2`);
  const next = encodeURIComponent(first.body.meta.nextCursor);
  const second = await ana.call("GET", `conversations/${contactId}?limit=2&cursor=${next}`);
  assert.deepEqual(second.body.data.messages.map(({ body }: { body: string }) => body), [
    "¿Abren mañana?",
  ]);
  assert.equal(second.body.meta.nextCursor, null);

  // What was told of a contact that is merged leads to the one that stays.
  const [from, into] = others as [number, number];
  await expectData(program.api("POST", `/contacts/${from}/merge`, { into_id: into }));
  assert.equal((await ana.read(from)).contact_id, into);
});

testOnEach("the first who takes a conversation has it, and colleagues see", async (world) => {
  const { ana, luis, receiver, contactId } = await conversing(world);
  await using _ = receiver;
  const conversation = await expectData(luis.verb(contactId, "take"));
  assert.equal(conversation.assignee.id, luis.id);
  await expectData(luis.verb(contactId, "take"));
  const { details } = await expectFailure(ana.verb(contactId, "take"), 409, "invalid_transition");
  assert.equal(details.assignee_id, luis.id);
});
