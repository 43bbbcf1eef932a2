/** What a process that is gone was sending, and what a member may say of it. */
import assert from "node:assert/strict";
import { leaseMessages } from "@/lib/channels/out/leases.ts";
import { finishMessages } from "@/lib/channels/out/finish_messages.ts";
import { expectData, expectFailure } from "../crm/scene.ts";
import { inTenant } from "../notify/scene.ts";
import { testOnEach, type World } from "../support/world.ts";
import { connect, converse, delivered } from "./scene.ts";

/** An account whose messages are never repeated by themselves, and to which the contact wrote. */
async function connectOnce(world: World, contactId: number) {
  const once = await connect(world, { channel: "whatsapp" });
  await inTenant(world, async (trx) => {
    await trx.updateTable("channel_accounts").set({ kind: "whatsapp" })
      .where("company_id", "=", 1).where("id", "=", once.id).execute();
    const person = "34600111222";
    await trx.insertInto("identities").values({
      ...{ company_id: 1, contact_id: contactId, kind: "account_id", source: "channel" },
      value: `${once.id}:${person}`,
    }).execute();
    await trx.insertInto("account_people").values({
      ...{ company_id: 1, account_id: once.id, person_id: person, heard_at: new Date() },
    }).execute();
  });
  return once;
}

/** The ids of what another process is sending by now. */
async function leaseAll(world: World, holder: string) {
  const { db } = world.services.database;
  const rows = await inTenant(
    world,
    (trx) =>
      trx.updateTable("outbox").set((eb) => ({ due_at: eb.fn<Date>("now") }))
        .where("company_id", "=", 1).returning("id").execute(),
  );
  const { pending } = await leaseMessages(db, rows.map(({ id }) => id), holder);
  assert.equal(pending.length, rows.length);
  return pending;
}

testOnEach(
  "what a gone process was sending is taken over long before its lease ends",
  async (world) => {
    const { receiver, program, contactId, write } = await converse(world);
    await using _ = receiver;
    const once = await connectOnce(world, contactId);
    const again = await write({ body: "1" });
    const unknown = await write({ body: "2", via: once.id });
    const { database: { db }, outbox } = world.services;
    const [gone, living] = [crypto.randomUUID(), crypto.randomUUID()];
    const pending = await leaseAll(world, gone);
    const stateOf = async (id: number) =>
      (await expectData(program.api("GET", `/contacts/${contactId}/messages/${id}`)))
        .delivery.state;

    await outbox.takeOver([living]);
    assert.deepEqual([await stateOf(again.id), await stateOf(unknown.id)], ["sending", "sending"]);
    await outbox.takeOver([gone]);
    assert.equal(await stateOf(unknown.id), "uncertain");
    await delivered(program, contactId, again.id, "sent");
    const [repeated, ...others] = receiver.requests;
    assert.deepEqual(others, []);
    const { id } = pending.find(({ payload }) => payload.messageId === again.id)!;
    assert.equal(repeated!.headers.get("webhook-id"), id);

    // It was only frozen, and stores what it thinks.
    const stored = await finishMessages(
      db,
      pending.map((one) => ({
        ...{ pending: one, startedAt: new Date(), verdict: { state: "failed" } },
        result: { outcome: "timeout", durationMs: 1 },
      })),
    );
    assert.deepEqual([...stored.ids], []);
    assert.deepEqual([await stateOf(again.id), await stateOf(unknown.id)], ["sent", "uncertain"]);
  },
);

testOnEach("a member who knows that a message arrived puts it down as sent", async (world) => {
  const { receiver, program, contactId, write } = await converse(world);
  await using _ = receiver;
  const { api } = program;
  const once = await connectOnce(world, contactId);
  const { id } = await write({ body: "Hola", via: once.id });
  const path = `/contacts/${contactId}/messages/${id}`;
  const early = await expectFailure(api("POST", `${path}/settle`), 409, "invalid_transition");
  assert.deepEqual(early.details.allowed, ["cancel"]);

  const holder = crypto.randomUUID();
  await leaseAll(world, holder);
  await world.services.outbox.takeOver([holder]);
  assert.deepEqual((await expectData(api("GET", path))).delivery.can, ["resend", "settle"]);
  // An account that is gone sends nothing any more, and what it sent may have arrived.
  await expectData(api("DELETE", `/channels/${once.id}`));
  const resent = api("POST", `${path}/resend`, { confirm: true });
  const late = await expectFailure(resent, 409, "invalid_transition");
  assert.deepEqual(late.details.allowed, ["settle"]);

  const { delivery } = await expectData(api("POST", `${path}/settle`));
  const { state, can, error, attempts, next_attempt_at } = delivery;
  assert.deepEqual(
    { state, can, error, attempts, next_attempt_at },
    { state: "sent", can: [], error: null, attempts: 0, next_attempt_at: null },
  );
  await expectFailure(api("POST", `${path}/settle`), 409, "invalid_transition");
  const timeline = await expectData(api("GET", `/contacts/${contactId}/timeline`));
  assert.equal(timeline[0].verb, "message_settled");
  await world.services.outbox.sweep();
  assert.deepEqual(receiver.requests, []);
});
