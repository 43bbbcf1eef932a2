import assert from "node:assert/strict";
import { startReceiver } from "../../support/receiver.ts";
import { until } from "../../support/wait.ts";
import { testOnEach } from "../../support/world.ts";
import {
  answer,
  ask,
  assertFailure,
  callbackRow,
  expire,
  inTenant,
  readBack,
  send,
  yesNo,
} from "../scene.ts";

testOnEach("an answer has a button, a text, or both", async (world) => {
  const phone = await world.pairPhone("maria");
  const emoji = "🦉".repeat(500);
  const bodies = [
    { actionId: "no" },
    { reply: "Mañana" },
    { actionId: "yes", reply: "Mañana" },
    { reply: emoji },
  ];
  for (const json of bodies) {
    const id = await ask(world, { data: { order: 7 } });
    const { status, body } = await answer(world, phone, id, json);
    assert.equal(status, 201, JSON.stringify(body));
    const { respondedAt, ...record } = body.data;
    assert.deepEqual(record, {
      notificationId: id,
      userId: "maria",
      data: { order: 7 },
      action: yesNo.find((one) => one.id === json.actionId) ?? null,
      reply: json.reply ?? null,
    });
    assert.match(respondedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const [recipient] = (await readBack(world, id)).recipients;
    assert.equal(recipient.answeredAt, respondedAt);
    assert.deepEqual(recipient.response.reply, record.reply);
  }
});

testOnEach("an answer that does not fit is refused, and nothing of it is kept", async (world) => {
  const phone = await world.pairPhone("maria");
  const question = await ask(world);
  const onlyButtons = await ask(world, { allowReply: false });
  const onlyText = await ask(world, { actions: [] });
  const { notificationId: nothing } = await send(world);
  const overdue = await ask(world, { ttl: 60 });
  await expire(world, overdue);
  const refusals: [string, unknown, number, string, string?][] = [
    [question, { actionId: "maybe" }, 422, "unknown_action"],
    [question, { actionId: "YES" }, 422, "unknown_action"],
    [question, {}, 422, "validation_failed", "actionId"],
    [question, { actionId: 1 }, 422, "validation_failed", "actionId"],
    [question, { reply: "x".repeat(501) }, 422, "validation_failed", "reply"],
    [question, { reply: " " }, 422, "validation_failed", "reply"],
    [question, { reply: "a\0b" }, 422, "validation_failed", "reply"],
    [question, { reply: null }, 422, "validation_failed", "reply"],
    [question, { actionId: "yes", text: "typo" }, 422, "validation_failed", "text"],
    [question, null, 422, "validation_failed", "body"],
    [onlyButtons, { reply: "Sí" }, 422, "reply_not_allowed"],
    [onlyButtons, { actionId: "yes", reply: "Sí" }, 422, "reply_not_allowed"],
    [onlyText, { actionId: "yes" }, 422, "unknown_action"],
    [nothing, { actionId: "yes" }, 422, "unknown_action"],
    [nothing, { reply: "Hola" }, 422, "reply_not_allowed"],
    [overdue, { actionId: "yes" }, 410, "notification_expired"],
    [crypto.randomUUID(), { actionId: "yes" }, 404, "not_found"],
    ["7", { actionId: "yes" }, 404, "not_found"],
  ];
  for (const [id, json, status, code, field] of refusals) {
    const refused = assertFailure(await answer(world, phone, id, json), status, code);
    if (field) assert.deepEqual(Object.keys(refused.fields), [field], JSON.stringify(json));
  }
  const rows = await inTenant(world, (trx) => trx.selectFrom("responses").select("id").execute());
  assert.equal(rows.length, 0);
  assert.equal((await readBack(world, question)).recipients[0].answeredAt, null);
});

testOnEach(
  "another user's phone, and another company's, finds nothing to answer",
  async (world) => {
    const id = await ask(world);
    const luis = await world.pairPhone("luis");
    const namesake = await world.pairPhone("maria", world.keys.studio);
    for (const phone of [luis, namesake]) {
      assertFailure(await answer(world, phone, id, { actionId: "yes" }), 404, "not_found");
      const path = `/api/phone/notifications/${id}`;
      assertFailure(await world.call("GET", path, { device: phone.token }), 404, "not_found");
      assertFailure(
        await world.call("POST", `${path}/read`, { device: phone.token }),
        404,
        "not_found",
      );
    }
  },
);

testOnEach("the first answer stands: its repeat is 200, another one 409", async (world) => {
  const [phone, tablet] = [await world.pairPhone("maria"), await world.pairPhone("maria")];
  const id = await ask(world, { ttl: 600 });
  const json = { actionId: "yes", reply: "Vale" };
  const first = await answer(world, phone, id, json);
  assert.equal(first.status, 201);
  for (const device of [phone, tablet]) {
    const again = await answer(world, device, id, json);
    assert.deepEqual([again.status, again.body.data], [200, first.body.data]);
  }
  const others = [{ actionId: "no", reply: "Vale" }, { actionId: "yes" }, { reply: "Vale" }];
  for (const other of others) {
    assertFailure(await answer(world, tablet, id, other), 409, "already_answered");
  }
  await expire(world, id);
  assert.equal((await answer(world, phone, id, json)).status, 200);
  assertFailure(await answer(world, phone, id, { actionId: "no" }), 409, "already_answered");
});

testOnEach("a refusal says whose answer stands, what is newer, since when", async (world) => {
  const [phone, tablet] = [await world.pairPhone("maria"), await world.pairPhone("maria")];
  await inTenant(
    world,
    (trx) =>
      trx.updateTable("devices").set({ name: "Tableta" }).where("id", "=", tablet.deviceId)
        .execute(),
  );
  const refuse = async (id: string, device = phone) => {
    const { status, body } = await answer(world, device, id, { actionId: "no" });
    return { status, code: body.code, details: body.details };
  };
  const answered = await ask(world);
  const { body } = await answer(world, tablet, answered, { actionId: "yes", reply: "Vale" });
  const response = {
    action: yesNo[0],
    reply: "Vale",
    respondedAt: body.data.respondedAt,
    deviceName: "Tableta",
    isThisDevice: false,
  };
  const conflict = { status: 409, code: "already_answered" };
  assert.deepEqual(await refuse(answered), { ...conflict, details: { response } });
  assert.deepEqual(await refuse(answered, tablet), {
    ...conflict,
    details: { response: { ...response, isThisDevice: true } },
  });
  await world.call("DELETE", `/api/devices/${tablet.deviceId}`, { key: world.keys.shop });
  assert.deepEqual(
    await refuse(answered),
    { ...conflict, details: { response } },
    "also once unpaired",
  );

  const old = await ask(world, { tag: "t" });
  const newer = await ask(world, { tag: "t", title: "Otra hora" });
  const closed = { status: 410, code: "notification_closed" };
  assert.deepEqual(await refuse(old), {
    ...closed,
    details: { status: "replaced", replacedBy: { id: newer, title: "Otra hora" } },
  });
  await world.call("DELETE", `/api/notifications/${newer}`, { key: world.keys.shop });
  assert.deepEqual(await refuse(newer), {
    ...closed,
    details: { status: "cancelled", replacedBy: null },
  });

  const overdue = await ask(world, { ttl: 60 });
  await expire(world, overdue);
  const { details: { now, expiresAt }, ...expired } = await refuse(overdue);
  assert.deepEqual(expired, { status: 410, code: "notification_expired" });
  assert.ok(Date.parse(expiresAt) < Date.parse(now), `${expiresAt}, ${now}`);
});

testOnEach("twenty identical answers at once are one response and one callback", async (world) => {
  await using receiver = startReceiver();
  const phone = await world.pairPhone("maria");
  const id = await ask(world, { callbackUrl: receiver.url });
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => answer(world, phone, id, { actionId: "yes" })),
  );
  const statuses = Map.groupBy(answers, ({ status }) => status);
  assert.deepEqual([statuses.get(201)?.length, statuses.get(200)?.length], [1, 19]);
  for (const { body } of answers) assert.deepEqual(body.data, answers[0]!.body.data);
  const rows = await inTenant(world, (trx) => trx.selectFrom("responses").select("id").execute());
  assert.equal(rows.length, 1);
  await receiver.received(1);
  await until(async () => (await callbackRow(world, rows[0]!.id)).status === "delivered");
  await world.services.callbacks.sweep();
  assert.equal(receiver.requests.length, 1);
}, { both: true });

testOnEach(
  "of twenty different answers at once one wins and the others are told",
  async (world) => {
    const phones = [await world.pairPhone("maria"), await world.pairPhone("maria")];
    const id = await ask(world);
    const answers = await Promise.all(
      Array.from(
        { length: 20 },
        (_, n) => answer(world, phones[n % 2]!, id, { reply: `Number ${n}` }),
      ),
    );
    const won = answers.filter(({ status }) => status === 201);
    assert.equal(won.length, 1);
    for (const lost of answers.filter((one) => one !== won[0])) {
      assertFailure(lost, 409, "already_answered");
    }
    const [recipient] = (await readBack(world, id)).recipients;
    assert.equal(recipient.response.reply, won[0]!.body.data.reply);
  },
);
