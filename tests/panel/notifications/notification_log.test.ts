/** What members read of notifications: summaries, filters, recipients, those they can send to. */
import assert from "node:assert/strict";
import { apiOf, expectData, expectFailure, inDatabase } from "../../crm/scene.ts";
import { people, testOnEach, type World } from "../../support/world.ts";

const path = "/api/admin/notifications";
const question = {
  body: "¿Hoy?",
  actions: [{ id: "yes", label: "Sí" }, { id: "no", label: "No" }],
};

async function sendWithKey(world: World, json: object): Promise<string> {
  const call = world.call("POST", "/api/notify", { key: world.keys.shop, json });
  return (await expectData(call, 202)).notificationId;
}

async function answer(world: World, id: string, device: string, json: object): Promise<void> {
  const path = `/api/phone/notifications/${id}/response`;
  await expectData(world.call("POST", path, { device, json }), 201);
}

testOnEach(
  "a thousand recipients are one row of counts, and pages of who they are",
  async (world) => {
    const ana = apiOf(world, people.ana);
    const userIds = Array.from({ length: 1000 }, (_, n) => `user-${String(n).padStart(4, "0")}`);
    const [phones, id] = [
      [await world.pairPhone("user-0003"), await world.pairPhone("user-0007")],
      await sendWithKey(world, { userIds, title: "Cierre", allowReply: true, ...question }),
    ];
    await answer(world, id, phones[0]!.token, { actionId: "no" });
    await answer(world, id, phones[1]!.token, { actionId: "yes", reply: "Mañana" });
    const listed = await ana("GET", "/notifications");
    const [{ summary, source, key, createdBy }] = listed.body.data;
    assert.deepEqual(
      [summary.recipients, summary.states.answered, summary.states.queued, summary.states.read],
      [1000, 2, 998, 0],
    );
    assert.deepEqual(summary.first, userIds.slice(0, 3));
    assert.deepEqual(
      summary.answers.map(({ userId, action, reply }: Record<string, { label: string }>) => [
        ...[userId, action!.label, reply],
      ]),
      [["user-0007", "Sí", "Mañana"], ["user-0003", "No", null]],
    );
    assert.deepEqual([source, key.name, createdBy], ["key", "shop", null]);
    assert.ok(JSON.stringify(listed.body).length < 2_000);

    const read = (query: string) => ana("GET", `/notifications/${id}/recipients${query}`);
    const last = await read("?page=20");
    assert.deepEqual(last.body.meta, { page: 20, per_page: 50, total: 1000, pages: 20 });
    assert.deepEqual(last.body.data.map(({ userId }: { userId: string }) => userId), [
      ...userIds.slice(950),
    ]);
    const answered = await expectData(read("?state=answered"));
    assert.deepEqual(
      answered.map(({ userId, state, status, response }: Record<string, { reply: string }>) => [
        ...[userId, state, status, response!.reply],
      ]),
      [["user-0003", "answered", "delivered", null], [
        ...["user-0007", "answered", "delivered", "Mañana"],
      ]],
    );
    assert.equal((await read("?q=R-001")).body.meta.total, 10);
    assert.deepEqual(await expectData(read("?state=failed")), []);
    await expectFailure(
      ana("GET", `/notifications/${crypto.randomUUID()}/recipients`),
      404,
      "not_found",
    );
    await expectFailure(read("?state=odd"), 422, "validation_failed");
  },
);

testOnEach("each filter shows what it says and nothing else", async (world) => {
  const [ana, eva] = [apiOf(world, people.ana), apiOf(world, people.eva)];
  const phone = await world.pairPhone("maria");
  const sent = {
    answered: await sendWithKey(world, { userId: "maria", title: "Reunión", ...question }),
    unanswered: await sendWithKey(world, { userIds: ["maria", "leo"], title: "Otra", ...question }),
    warning: await sendWithKey(world, {
      ...{
        userId: "leo",
        title: "Caldera",
        body: "Sin presión",
        type: "warning",
        priority: "high",
      },
      sender: "Sótano",
      ttl: 60,
    }),
  };
  await answer(world, sent.answered, phone.token, { actionId: "yes" });
  const own = { userId: people.ana, title: "De Ana", body: "x" };
  const byAna = (await expectData(ana("POST", "/notifications", own), 202)).notificationId;
  await expectData(eva("POST", "/notifications", { ...own, title: "De Eva" }), 202);
  await inDatabase(world, 1, (trx) =>
    trx.updateTable("notifications").set({
      created_at: new Date("2026-03-10T22:30:00Z"),
      expires_at: new Date("2026-03-10T22:31:00Z"),
    }).where("id", "=", sent.warning).execute());

  const names = Object.entries({ ...sent, byAna });
  const idsOf = async (query: string) => {
    const listed = await world.call("GET", `${path}?${query}`, { member: people.ana });
    assert.equal(listed.status, 200, `${query}: ${JSON.stringify(listed.body)}`);
    const ids = listed.body.data.map(({ id }: { id: string }) => id);
    assert.equal(listed.body.meta.total, ids.length, query);
    return names.filter(([, id]) => ids.includes(id)).map(([name]) => name);
  };
  const [shop] = await expectData(ana("GET", "/keys"));
  const expected: Record<string, string[]> = {
    "state=answered": ["answered"],
    "state=queued": ["unanswered", "byAna"],
    "state=expired": ["warning"],
    "type=warning,error": ["warning"],
    "priority=high": ["warning"],
    "source=member": ["byAna"],
    "source=key": ["answered", "unanswered", "warning"],
    "source=crm": [],
    [`keyId=${shop.id}`]: ["answered", "unanswered", "warning"],
    "keyId=999": [],
    "userId=leo": ["unanswered", "warning"],
    "answered=true": ["answered"],
    "answered=false": ["unanswered"],
    // Half past eleven in the evening of the 10th in Madrid.
    "createdAt_from=2026-03-10&createdAt_to=2026-03-10": ["warning"],
    "createdAt_from=2026-03-11": ["answered", "unanswered", "byAna"],
    "createdAt_to=2026-03-10T22:29:59Z": [],
    "q=reunion": ["answered"],
    "q=SOTANO presion": ["warning"],
    "q=%20…%20": [],
    "userId=maria&answered=false&type=info": ["unanswered"],
  };
  for (const [query, ids] of Object.entries(expected)) {
    assert.deepEqual(await idsOf(query), ids, query);
  }
  await expectFailure(
    ana("GET", "/notifications?state=odd&type=loud&keyId=x&createdAt_from=1&from=1"),
    422,
    "validation_failed",
  );
});

testOnEach("a member cancels for everyone who has not answered", async (world) => {
  const [ana, eva] = [apiOf(world, people.ana), apiOf(world, people.eva)];
  const phone = await world.pairPhone("maria");
  const other = await world.pairPhone("leo");
  const id = await sendWithKey(world, { userIds: ["maria", "leo"], title: "¿Sí?", ...question });
  await answer(world, id, phone.token, { actionId: "yes" });
  await expectFailure(eva("DELETE", `/notifications/${id}`), 404, "not_found");
  const { summary } = await expectData(ana("DELETE", `/notifications/${id}`));
  assert.deepEqual([summary.states.answered, summary.states.cancelled], [1, 1]);
  assert.deepEqual(
    await expectData(ana("DELETE", `/notifications/${id}`)).then((again) => [
      ...[again.id, again.summary.states.cancelled],
    ]),
    [id, 1],
  );
  await expectFailure(
    world.call("POST", `/api/phone/notifications/${id}/response`, {
      device: other.token,
      json: { actionId: "no" },
    }),
    410,
    "notification_closed",
  );
});

testOnEach("those who can be sent to are members and users with a phone", async (world) => {
  const [ana, eva] = [apiOf(world, people.ana), apiOf(world, people.eva)];
  await world.pairPhone("Zoë");
  await world.pairPhone("maria");
  await world.pairPhone("maria");
  const all = await expectData(ana("GET", "/addressees"));
  assert.deepEqual(
    all.slice(0, 2).map(({ userId, devices }: Record<string, unknown>) => [userId, devices]),
    [["maria", 2], ["Zoë", 1]],
  );
  const ids = all.map(({ userId }: { userId: string }) => userId);
  assert.ok(ids.includes(people.ana) && ids.includes(people.luis) && !ids.includes(people.eva));
  const addressees = await ana("GET", "/addressees?q=zoe");
  assert.deepEqual([addressees.body.meta.total, addressees.body.data[0].userId], [1, "Zoë"]);
  const theirs = await expectData(eva("GET", "/addressees"));
  assert.ok(!theirs.some(({ userId }: { userId: string }) => userId === "maria"));
  const page = await ana("GET", "/devices?per_page=2&page=2");
  assert.deepEqual(page.body.meta, { page: 2, per_page: 2, total: 3, pages: 2 });
  assert.deepEqual([page.body.data[0].userId, page.body.data[0].isMember], ["Zoë", false]);
  assert.equal((await ana("GET", "/devices?q=ZOE")).body.meta.total, 1);
});
