import assert from "node:assert/strict";
import { createPairing } from "@/lib/access/pairing.ts";
import { addMember } from "@/lib/access/members.ts";
import { transact } from "@/lib/db/transaction.ts";
import { sendNotifications } from "@/lib/notify/sending/send.ts";
import { problem } from "@/lib/input/errors.ts";
import { until } from "../../support/wait.ts";
import { testOnEach, type World } from "../../support/world.ts";
import { answer, ask, assertFailure, inboxOf, inTenant, type Phone, yesNo } from "../scene.ts";

/** As the CRM does: a question about a member's work, which the handler `task` acts on. */
async function sendInternal(world: World, ref: unknown, fields: { tag?: string } = {}) {
  const [sent] = await inTenant(world, (trx) =>
    sendNotifications(trx, { companyId: 1 }, [{
      request: {
        userId: "ana",
        title: "¿Aceptas la tarea?",
        body: "Montar el escaparate",
        type: "info",
        priority: "normal",
        actions: yesNo,
        allowReply: true,
        ...fields,
      },
      internal: { handler: "task", ref },
    }]));
  assert.ok(sent && "receipt" in sent);
  return sent.receipt.notificationId;
}

/** A phone that the member paired in the panel. */
async function pairAsMember(world: World, userId: string): Promise<Phone> {
  const { db } = world.services.database;
  const member = await transact(
    db,
    (trx) => addMember(trx, { companyId: 1, email: "ana@primary.example", role: "ventas" }),
  );
  const { code } = await inTenant(
    world,
    (trx) =>
      createPairing(trx, { companyId: 1 }, { userId, memberId: member.userId }, "http://localhost"),
  );
  const paired = await world.call("POST", "/api/phone/pair", { json: { code } });
  return { token: paired.body.data.token, deviceId: paired.body.data.deviceId };
}

testOnEach("the handler acts on the answer in the answer's own transaction", async (world) => {
  const phone = await pairAsMember(world, "ana");
  const heard: unknown[] = [];
  world.services.answerHandlers.set("task", async (trx, { device, record, ref }) => {
    heard.push([device.userId, record.action?.id, ref]);
    await trx.updateTable("devices").set({ name: "handled" }).where("id", "=", device.id).execute();
    if (record.action?.id === "no") throw problem("notification_closed");
  });
  const nameOf = async () => {
    const row = await inTenant(
      world,
      (trx) =>
        trx.selectFrom("devices").select("name").where("id", "=", phone.deviceId)
          .executeTakeFirstOrThrow(),
    );
    return row.name;
  };

  const id = await sendInternal(world, { taskId: 7 });
  assertFailure(await answer(world, phone, id, { actionId: "no" }), 410, "notification_closed");
  assert.equal(await nameOf(), "Phone", "what the handler did is undone");
  const rows = await inTenant(world, (trx) => trx.selectFrom("responses").select("id").execute());
  assert.equal(rows.length, 0, "and so is the answer");

  assert.equal((await answer(world, phone, id, { actionId: "yes" })).status, 201);
  assert.equal(await nameOf(), "handled");
  assert.equal((await answer(world, phone, id, { actionId: "yes" })).status, 200);
  const [no, yes] = [["ana", "no", { taskId: 7 }], ["ana", "yes", { taskId: 7 }]];
  assert.deepEqual(heard, [no, yes], "a repeat is not handled again");

  world.services.answerHandlers.clear();
  const orphan = await sendInternal(world, null);
  assertFailure(await answer(world, phone, orphan, { actionId: "yes" }), 500, "internal");
  assert.equal((await inboxOf(world, phone)).length, 2);
});

testOnEach("of simultaneous answers one is handled", async (world) => {
  const phone = await pairAsMember(world, "ana");
  let handled = 0;
  world.services.answerHandlers.set("task", () => Promise.resolve(void handled++));
  const id = await sendInternal(world, {});
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => answer(world, phone, id, { actionId: "yes" })),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  assert.equal(answers.filter(({ status }) => status === 200).length, 9);
  assert.equal(handled, 1);
});

testOnEach("a phone that a key paired can neither see nor act on it", async (world) => {
  const paired = await world.pairPhone("ana");
  const own = await pairAsMember(world, "ana");
  world.services.answerHandlers.set("task", () => Promise.resolve());
  const id = await sendInternal(world, {}, { tag: "t" });
  const ordinary = await ask(world, { userId: "ana", tag: "t" });
  assert.deepEqual(await inboxOf(world, paired), [ordinary]);
  assert.deepEqual(
    await inboxOf(world, own),
    [ordinary, id],
    "a key's tag replaces nothing of ours",
  );

  const path = `/api/phone/notifications/${id}`;
  const device = paired.token;
  assertFailure(await world.call("GET", path, { device }), 404, "not_found");
  for (const mark of ["delivered", "read", "dismissed"]) {
    assertFailure(await world.call("POST", `${path}/${mark}`, { device }), 404, "not_found");
  }
  assertFailure(await answer(world, paired, id, { actionId: "yes" }), 404, "not_found");
  assertFailure(await answer(world, paired, id, { actionId: "maybe" }), 404, "not_found");
  const cancelled = await world.call("DELETE", `/api/notifications/${id}`, {
    key: world.keys.shop,
  });
  assertFailure(cancelled, 404, "not_found");
  assert.equal((await world.call("GET", path, { device: own.token })).status, 200);

  assert.equal((await answer(world, own, id, { actionId: "yes" })).status, 201);
  assertFailure(await answer(world, paired, id, { actionId: "yes" }), 404, "not_found");
});

testOnEach("responses of an internal notification are listed only by its id", async (world) => {
  const own = await pairAsMember(world, "ana");
  world.services.answerHandlers.set("task", () => Promise.resolve());
  const id = await sendInternal(world, {});
  assert.equal((await answer(world, own, id, { reply: "Voy" })).status, 201);
  const ordinary = await ask(world, { userId: "ana" });
  assert.equal((await answer(world, own, ordinary, { actionId: "yes" })).status, 201);
  const list = async (query: string) => {
    const { body } = await world.call("GET", `/api/responses?${query}`, { key: world.keys.shop });
    return body.data.map((one: { notificationId: string }) => one.notificationId);
  };
  await until(async () => (await list(`notificationId=${id}`)).length === 1);
  await until(async () => (await list("")).length === 1);
  assert.deepEqual(await list(""), [ordinary]);
  assert.deepEqual(await list("userId=ana"), [ordinary]);
});
