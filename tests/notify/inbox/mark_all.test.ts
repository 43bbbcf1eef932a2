import assert from "node:assert/strict";
import { sql } from "kysely";
import { findDevice } from "@/lib/access/devices.ts";
import type { Trx } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { markAll } from "@/lib/notify/inbox/mark_all.ts";
import { testHeard } from "../../support/heard.ts";
import { testOnEach, type World } from "../../support/world.ts";
import { ask, assertFailure, inTenant, type Phone, readBack, send } from "../scene.ts";
import { openStream } from "../streams/streams.ts";

const path = "/api/phone/notifications/marks";

const mark = (world: World, phone: Phone, json: unknown) =>
  world.call("POST", path, { device: phone.token, json });

/** Which instants of a notification are set, as its sender reads it. */
async function marksOf(world: World, id: string) {
  const [recipient] = (await readBack(world, id)).recipients;
  const { status, deliveredAt, readAt, dismissedAt } = recipient;
  return { status, set: [deliveredAt, readAt, dismissedAt].map((at) => at !== null) };
}

testOnEach("a batch marks each as it says, and the first mark counts", async (world) => {
  const phone = await world.pairPhone("maria");
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.push(await ask(world));
  const [delivered, opened, dismissed, all, untouched] = ids.map(String);
  const batch = {
    delivered: [delivered, all, delivered],
    read: [opened, all],
    dismissed: [dismissed, all],
  };
  const { status, body } = await mark(world, phone, batch);
  assert.deepEqual([status, body.data], [200, { marked: 4 }]);
  const expected = [
    [delivered, [true, false, false]],
    [opened, [true, true, false]],
    [dismissed, [true, false, true]],
    [all, [true, true, true]],
  ] as const;
  for (const [id, set] of expected) {
    assert.deepEqual(await marksOf(world, id!), { status: "delivered", set });
  }
  assert.deepEqual((await marksOf(world, untouched!)).set, [false, false, false]);
  const inbox = await world.call("GET", "/api/phone/notifications", { device: phone.token });
  assert.equal(inbox.body.meta.unread, 2);

  const before = await readBack(world, all!);
  assert.deepEqual((await mark(world, phone, batch)).body.data, { marked: 4 });
  assert.deepEqual(await readBack(world, all!), before, "a repeat changes nothing");
  assert.deepEqual((await mark(world, phone, {})).body.data, { marked: 0 });
});

testOnEach("a batch passes over what is not this phone's", async (world) => {
  const phone = await world.pairPhone("maria");
  const own = await ask(world);
  const others = [await ask(world, { userId: "luis" }), crypto.randomUUID()];
  const theirs = await ask(world, {}, world.keys.studio);
  const batch = { delivered: others, read: [own, ...others, theirs], dismissed: [theirs] };
  assert.deepEqual((await mark(world, phone, batch)).body.data, { marked: 1 });
  assert.deepEqual((await marksOf(world, others[0]!)).set, [false, false, false]);
  const [recipient] = (await readBack(world, theirs, world.keys.studio)).recipients;
  assert.deepEqual([recipient.deliveredAt, recipient.readAt], [null, null]);

  await send(world, { tag: "t" });
  const { replaced: [old] } = await send(world, { tag: "t" });
  await mark(world, phone, { read: [old] });
  assert.deepEqual(await marksOf(world, old), { status: "replaced", set: [true, true, false] });
});

testOnEach("marking all as read reaches to a notification, none newer", async (world) => {
  const phone = await world.pairPhone("maria");
  const ids: string[] = [];
  for (let n = 0; n < 4; n++) ids.push(await ask(world));
  const other = await ask(world, { userId: "luis" });
  const [first, second, last, newer] = ids.map(String);
  await mark(world, phone, { dismissed: [second] });
  const { body } = await mark(world, phone, { readThrough: last });
  assert.deepEqual(body.data, { marked: 2 });
  for (const id of [first, last]) {
    assert.deepEqual(await marksOf(world, id!), { status: "delivered", set: [true, true, false] });
  }
  assert.deepEqual((await marksOf(world, second!)).set, [true, false, true]);
  for (const id of [newer, other]) {
    assert.deepEqual((await marksOf(world, id!)).set, [false, false, false]);
  }
  for (const readThrough of [other, crypto.randomUUID()]) {
    assert.deepEqual((await mark(world, phone, { readThrough })).body.data, { marked: 0 });
  }
});

testOnEach("marking a long inbox goes on where it was cut off", async (world) => {
  const phone = await world.pairPhone("maria");
  const last = await ask(world);
  await inTenant(world, (trx) =>
    sql`
      with sent as (
        insert into notifications (id, company_id, key_id, title, body, type, priority, actions,
          created_at)
        select gen_random_uuid(), company_id, key_id, title, body, type, priority, actions,
          created_at
        from notifications, generate_series(1, ${1_199}::int) where id = ${last}
        returning company_id, id
      )
      insert into notification_recipients (company_id, notification_id, user_id)
      select company_id, id, 'maria' from sent`.execute(trx));
  const newest = await ask(world);
  const { db } = world.services.database;
  const device = (await findDevice(db, phone.token))!;
  const batch = { delivered: [], read: [], dismissed: [], readThrough: String(newest) };
  let steps = 0;
  const cut = <T>(work: (trx: Trx) => Promise<T>) => {
    if (++steps === 3) throw new Error("cut off");
    return inCompany(db, 1, work, () => {});
  };
  await assert.rejects(markAll(cut, device, batch), /cut off/);
  const unread = async () =>
    (await world.call("GET", "/api/phone/notifications", { device: phone.token })).body.meta.unread;
  assert.equal(await unread(), 201);
  const { body } = await mark(world, phone, { readThrough: newest });
  assert.deepEqual([body.data, await unread()], [{ marked: 201 }, 0]);
});

testOnEach("a batch that does not fit names what is wrong", async (world) => {
  const phone = await world.pairPhone("maria");
  const many = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());
  const refusals: [unknown, string[]][] = [
    [{ delivered: ["x"], read: "x", seen: [] }, ["delivered.0", "read", "seen"]],
    [{ delivered: many(201) }, ["delivered"]],
    [{ readThrough: "x" }, ["readThrough"]],
    [{ delivered: many(100), read: many(101) }, ["body"]],
    [[], ["body"]],
  ];
  for (const [json, fields] of refusals) {
    const refused = assertFailure(await mark(world, phone, json), 422, "validation_failed");
    assert.deepEqual(Object.keys(refused.fields), fields);
  }
  const most = await mark(world, phone, { delivered: many(100), dismissed: many(100) });
  assert.deepEqual(most.body.data, { marked: 0 });
});

testOnEach("other phones hear of a reading at once, and of no receipt", async (world) => {
  const [phone, tablet] = [await world.pairPhone("maria"), await world.pairPhone("maria")];
  const [first, second] = [await ask(world), await ask(world)];
  const changeOf = (id: string) =>
    inTenant(world, async (trx) => {
      const { changed_txid } = await trx.selectFrom("notification_recipients")
        .select("changed_txid").where("notification_id", "=", id).executeTakeFirstOrThrow();
      return changed_txid;
    });
  const before = await changeOf(first);
  await using stream = await openStream(world, tablet.token);
  await stream.opened();
  await mark(world, phone, { delivered: [first], read: [second] });
  const event = await stream.until(({ data }) => data.readAt !== null);
  assert.equal(event.data.id, second);
  assert.equal(await changeOf(first), before);
});

testOnEach("batches that overlap in any order all end", async (world) => {
  const phones = [await world.pairPhone("maria"), await world.pairPhone("maria")];
  const ids: string[] = [];
  for (let n = 0; n < 20; n++) ids.push(await ask(world));
  const batches = Array.from({ length: 10 }, (_, n) => {
    const read = n % 2 ? ids : ids.toReversed();
    return mark(world, phones[n % 2]!, { read });
  });
  for (const { body } of await Promise.all(batches)) assert.deepEqual(body.data, { marked: 20 });
});

testHeard("a batch takes as many statements as one mark", async (world, count) => {
  const phone = await world.pairPhone("maria");
  const ids: string[] = [];
  for (let n = 0; n < 30; n++) ids.push(await ask(world));
  await mark(world, phone, {}); // finds the token
  // Whether it is paired, and the marks.
  assert.equal(await count(() => mark(world, phone, { read: [ids[0]] })), 2);
  assert.equal(await count(() => mark(world, phone, { read: ids })), 2);
});
