import assert from "node:assert/strict";
import { testOnEach } from "../../support/world.ts";
import {
  answer,
  ask,
  askAndAnswer,
  assertFailure,
  inboxOf,
  inTenant,
  readBack,
  send,
} from "../scene.ts";

testOnEach("a newer notification with the same tag takes the older one's place", async (world) => {
  const phone = await world.pairPhone("maria");
  const old = await ask(world, { tag: "order-7", title: "Pedido recibido" });
  const other = await ask(world, { tag: "order-8" });
  const untagged = await ask(world);
  const receipt = await send(world, { tag: "order-7", title: "Pedido enviado" });
  assert.deepEqual(receipt.replaced, [old]);
  const newest = receipt.notificationId;

  assert.equal((await readBack(world, old)).recipients[0].status, "replaced");
  assert.deepEqual(await inboxOf(world, phone), [newest, untagged, other]);
  assertFailure(await answer(world, phone, old, { actionId: "yes" }), 410, "notification_closed");
  const call = { device: phone.token };
  const closed = await world.call("GET", `/api/phone/notifications/${old}`, call);
  assert.deepEqual([closed.body.data.status, closed.body.data.answerable], ["replaced", false]);

  const third = await send(world, { tag: "order-7" });
  assert.deepEqual(third.replaced, [newest]);
  assert.deepEqual(await inboxOf(world, phone), [third.notificationId, untagged, other]);
});

testOnEach("a tag is one user's, in one company", async (world) => {
  const first = await send(world, { tag: "t", userIds: ["ana", "luis"] });
  const foreign = await send(world, { tag: "t", userId: "ana" }, world.keys.studio);
  assert.deepEqual(foreign.replaced, []);
  const onlyAna = await send(world, { tag: "t", userId: "ana" });
  assert.deepEqual(onlyAna.replaced, [first.notificationId]);
  const statuses = (await readBack(world, first.notificationId)).recipients
    .map((one: { userId: string; status: string }) => [one.userId, one.status]);
  assert.deepEqual(statuses, [["ana", "replaced"], ["luis", "queued"]]);
  const both = await send(world, { tag: "t", userIds: ["ana", "luis"] });
  assert.deepEqual(both.replaced, [first.notificationId, onlyAna.notificationId]);
  const studio = await readBack(world, foreign.notificationId, world.keys.studio);
  assert.equal(studio.recipients[0].status, "queued");
});

testOnEach("replacing outranks delivery, and keeps an answer that was given", async (world) => {
  const phone = await world.pairPhone("maria");
  const answered = await askAndAnswer(world, phone, { tag: "t" });
  const next = await send(world, { tag: "t" });
  assert.deepEqual(next.replaced, [answered.id]);
  const [recipient] = (await readBack(world, answered.id)).recipients;
  assert.equal(recipient.status, "replaced");
  assert.equal(recipient.response.id, answered.responseId);
  // An accepted answer can be repeated; a different one is too late.
  const again = await answer(world, phone, answered.id, { actionId: "yes" });
  assert.deepEqual([again.status, again.body.data], [200, answered.record]);
  const late = await answer(world, phone, answered.id, { actionId: "no" });
  assertFailure(late, 409, "already_answered");
});

testOnEach("sends with one tag at once leave exactly one open", async (world) => {
  const sends = Array.from(
    { length: 12 },
    (_, n) => send(world, { tag: "t", userIds: n % 2 ? ["ana", "luis"] : ["luis", "ana"] }),
  );
  const receipts = await Promise.all(sends);
  const rows = await inTenant(
    world,
    (trx) =>
      trx.selectFrom("notification_recipients").select(["user_id", "status", "notification_id"])
        .execute(),
  );
  assert.equal(rows.length, 24);
  for (const user of ["ana", "luis"]) {
    const open = rows.filter((row) => row.user_id === user && row.status !== "replaced");
    assert.equal(open.length, 1, user);
  }
  // Each was closed by exactly one other, but for the last.
  const closed = receipts.flatMap(({ replaced }) => replaced);
  assert.deepEqual([closed.length, new Set(closed).size], [11, 11]);
});

testOnEach(
  "an answer and a replacement at once: the answer counts or is told so",
  async (world) => {
    const phone = await world.pairPhone("maria");
    for (let round = 0; round < 10; round++) {
      const id = await ask(world, { tag: "t" });
      const [answered] = await Promise.all([
        answer(world, phone, id, { actionId: "yes" }),
        send(world, { tag: "t" }),
      ]);
      const [recipient] = (await readBack(world, id)).recipients;
      assert.equal(recipient.status, "replaced");
      if (answered.status === 201) assert.equal(recipient.response.action.id, "yes");
      else {
        assertFailure(answered, 410, "notification_closed");
        assert.equal(recipient.response, null);
      }
    }
  },
);
