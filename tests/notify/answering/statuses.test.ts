import assert from "node:assert/strict";
import { testOnEach, type World } from "../../support/world.ts";
import {
  answer,
  ask,
  askAndAnswer,
  assertFailure,
  expire,
  inboxOf,
  inTenant,
  type Phone,
  readBack,
  send,
} from "../scene.ts";

type Mark = "delivered" | "read" | "dismissed";

async function report(world: World, phone: Phone, id: string, mark: Mark) {
  const path = `/api/phone/notifications/${id}/${mark}`;
  return await world.call("POST", path, { device: phone.token });
}

/** The only recipient, as the sender reads it. */
async function recipientOf(world: World, id: string) {
  return (await readBack(world, id)).recipients[0];
}

function cancel(world: World, id: string, key = world.keys.shop) {
  return world.call("DELETE", `/api/notifications/${id}`, { key });
}

testOnEach("a receipt fills its instant once, and proves delivery", async (world) => {
  const phone = await world.pairPhone("maria");
  for (const mark of ["delivered", "read", "dismissed"] as const) {
    const { notificationId: id } = await send(world);
    assert.equal((await recipientOf(world, id)).status, "queued");
    const first = await report(world, phone, id, mark);
    assert.equal(first.status, 200, JSON.stringify(first.body));
    const once = await recipientOf(world, id);
    assert.equal(once.status, "delivered", mark);
    assert.ok(once[`${mark}At`] && once.deliveredAt, mark);
    const unset = ["readAt", "dismissedAt"].filter((name) => name !== `${mark}At`);
    for (const name of unset) assert.equal(once[name], null);
    await report(world, phone, id, mark);
    assert.deepEqual(await recipientOf(world, id), once, "a repeat changes nothing");
  }
  const nobody = crypto.randomUUID();
  for (const id of [nobody, "7"]) {
    assertFailure(await report(world, phone, id, "read"), 404, "not_found");
  }
});

testOnEach("an answer is proof of delivery too, and outlives the ttl", async (world) => {
  const phone = await world.pairPhone("maria");
  const { id } = await askAndAnswer(world, phone);
  const answered = await recipientOf(world, id);
  assert.equal(answered.status, "delivered");
  assert.equal(answered.deliveredAt, answered.answeredAt);
  await expire(world, id);
  assert.equal((await recipientOf(world, id)).status, "delivered");
});

testOnEach("expiry is above queued, sent and nothing else", async (world) => {
  const phone = await world.pairPhone("maria");
  const queued = await ask(world, { ttl: 60 });
  const delivered = await ask(world, { ttl: 60 });
  const cancelled = await ask(world, { ttl: 60 });
  const replaced = await ask(world, { ttl: 60, tag: "t" });
  const sent = await ask(world, { ttl: 60 });
  await ask(world, { tag: "t" });
  await report(world, phone, delivered, "delivered");
  await cancel(world, cancelled);
  await inTenant(world, (trx) =>
    trx.updateTable("notification_recipients").set({ status: "sent" })
      .where("notification_id", "=", sent).execute());
  const expected = { queued, sent, delivered, cancelled, replaced };
  for (const [status, id] of Object.entries(expected)) {
    assert.equal((await recipientOf(world, id)).status, status);
    await expire(world, id);
    const after = status === "queued" || status === "sent" ? "expired" : status;
    assert.equal((await recipientOf(world, id)).status, after, status);
  }
  // A closed notification is still shown, but accepts no answer.
  const inbox = await world.call("GET", "/api/phone/notifications", { device: phone.token });
  // deno-lint-ignore no-explicit-any
  const entry = inbox.body.data.find((one: any) => one.id === queued);
  assert.deepEqual([entry.status, entry.answerable], ["expired", false]);
  const late = await answer(world, phone, queued, { actionId: "yes" });
  assertFailure(late, 410, "notification_expired");
  // A late phone still proves delivery.
  await report(world, phone, queued, "read");
  assert.equal((await recipientOf(world, queued)).status, "delivered");
});

testOnEach("a receipt that comes too late only fills its instant", async (world) => {
  const phone = await world.pairPhone("maria");
  const cancelled = await ask(world);
  const replaced = await ask(world, { tag: "t" });
  await cancel(world, cancelled);
  await ask(world, { tag: "t" });
  for (const [status, id] of Object.entries({ cancelled, replaced })) {
    await report(world, phone, id, "read");
    const recipient = await recipientOf(world, id);
    assert.equal(recipient.status, status);
    assert.ok(recipient.deliveredAt && recipient.readAt);
  }
});

testOnEach("cancelling ends it for those who have not answered", async (world) => {
  const [ana, luis, eva] = [
    await world.pairPhone("ana"),
    await world.pairPhone("luis"),
    await world.pairPhone("eva"),
  ];
  const id = await ask(world, { userIds: ["ana", "luis", "eva"] });
  assert.equal((await answer(world, ana, id, { actionId: "yes" })).status, 201);
  await report(world, luis, id, "read");
  const done = await cancel(world, id);
  assert.equal(done.status, 200);
  const statuses = (body: { recipients: { status: string }[] }) =>
    body.recipients.map(({ status }) => status);
  assert.deepEqual(statuses(done.body.data), ["delivered", "cancelled", "cancelled"]);
  assert.deepEqual(await readBack(world, id), done.body.data);
  for (const phone of [luis, eva]) {
    assert.deepEqual(await inboxOf(world, phone), []);
    const late = await answer(world, phone, id, { actionId: "yes" });
    assertFailure(late, 410, "notification_closed");
  }
  assert.deepEqual(await inboxOf(world, ana), [id]);

  const again = await cancel(world, id);
  assert.deepEqual([again.status, again.body.data], [200, done.body.data]);
  const next = await send(world, { userIds: ["luis"] });
  assert.equal((await recipientOf(world, next.notificationId)).status, "queued");
});

testOnEach("what is another company's, or nobody's, is not found", async (world) => {
  const id = await ask(world, { title: "Solo de la tienda" });
  const others = [id.toUpperCase().replace(/./g, "0"), crypto.randomUUID(), "7", "x".repeat(9000)];
  for (const method of ["GET", "DELETE"]) {
    const foreign = await world.call(method, `/api/notifications/${id}`, {
      key: world.keys.studio,
    });
    assertFailure(foreign, 404, "not_found");
    for (const other of others) {
      const path = `/api/notifications/${other}`;
      assertFailure(await world.call(method, path, { key: world.keys.shop }), 404, "not_found");
    }
  }
  assert.equal((await recipientOf(world, id)).status, "queued");
  assert.equal((await readBack(world, id.toUpperCase())).id, id);
});

testOnEach("cancelling and answering at once agree with each other", async (world) => {
  const phone = await world.pairPhone("maria");
  for (let round = 0; round < 10; round++) {
    const id = await ask(world);
    const [answered] = await Promise.all([
      answer(world, phone, id, { actionId: "yes" }),
      cancel(world, id),
    ]);
    const { status, response } = await recipientOf(world, id);
    if (answered.status === 201) {
      assert.deepEqual([status, response.action.id], ["delivered", "yes"]);
    } else {
      assertFailure(answered, 410, "notification_closed");
      assert.deepEqual([status, response], ["cancelled", null]);
    }
  }
});

testOnEach("the inbox is paged, newest first, and is one user's", async (world) => {
  const phone = await world.pairPhone("maria");
  const ids: string[] = [];
  for (let n = 0; n < 7; n++) ids.unshift(await ask(world, { title: `Number ${n}` }));
  await ask(world, { userId: "luis" });
  const listedIds: string[] = [];
  let path = "/api/phone/notifications?limit=3";
  for (const size of [3, 3, 1]) {
    const page = await world.call("GET", path, { device: phone.token });
    assert.equal(page.body.data.length, size);
    assert.equal(page.body.meta.hasMore, size === 3);
    listedIds.push(...page.body.data.map(({ id }: { id: string }) => id));
    path = `/api/phone/notifications?limit=3&cursor=${page.body.meta.nextCursor}`;
  }
  assert.deepEqual(listedIds, ids);
  for (const query of ["limit=0", "limit=201", "limit=x", "cursor=A!", "cursor=", "page=2"]) {
    const wrong = await world.call("GET", `/api/phone/notifications?${query}`, {
      device: phone.token,
    });
    assertFailure(wrong, 422, "validation_failed");
  }
});
