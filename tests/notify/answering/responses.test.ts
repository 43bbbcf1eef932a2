import assert from "node:assert/strict";
import { until } from "../../support/wait.ts";
import { testOnEach, type World } from "../../support/world.ts";
import { answer, ask, askAndAnswer, assertFailure, inTenant, untilListed } from "../scene.ts";

function list(world: World, query: object = {}, key = world.keys.shop) {
  const params = new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]));
  return world.call("GET", `/api/responses?${params}`, { key });
}

// deno-lint-ignore no-explicit-any
const idsOf = (answer: { body: any }) => answer.body.data.map(({ id }: { id: string }) => id);

function settled(world: World, count: number) {
  return untilListed(world, "/api/responses?limit=200", count);
}

testOnEach("responses are listed oldest first, by user and by notification", async (world) => {
  const ana = await world.pairPhone("ana");
  const luis = await world.pairPhone("luis");
  const data = { order: 7 };
  const first = await askAndAnswer(world, luis, { userIds: ["ana", "luis"], data });
  const second = await askAndAnswer(world, ana, { userId: "ana" });
  assert.equal((await answer(world, ana, first.id, { reply: "Vale" })).status, 201);
  const all = await settled(world, 3);
  assert.deepEqual(idsOf(all).slice(0, 2), [first.responseId, second.responseId]);
  assert.deepEqual(all.body.data[0], {
    id: first.responseId,
    notificationId: first.id,
    userId: "luis",
    data,
    reply: null,
    action: { id: "yes", label: "Sí" },
    respondedAt: first.record.respondedAt,
    callback: null,
  });
  const third = all.body.data[2];
  assert.deepEqual([third.userId, third.action, third.reply], ["ana", null, "Vale"]);

  assert.deepEqual(idsOf(await list(world, { userId: "ana" })), [second.responseId, third.id]);
  const ofFirst = await list(world, { notificationId: first.id });
  assert.deepEqual(idsOf(ofFirst), [first.responseId, third.id]);
  const both = await list(world, { notificationId: first.id, userId: "ana" });
  assert.deepEqual(idsOf(both), [third.id]);
  for (const query of [{ userId: "eva" }, { notificationId: crypto.randomUUID() }]) {
    const none = await list(world, query);
    assert.deepEqual([none.body.data, none.body.meta.hasMore], [[], false]);
  }
  for (const query of [{}, { userId: "ana" }, { notificationId: first.id }]) {
    const foreign = await list(world, query, world.keys.studio);
    assert.deepEqual([foreign.status, foreign.body.data], [200, []]);
  }
});

testOnEach("a cursor leads through all of them, once each, and on from there", async (world) => {
  const phone = await world.pairPhone("maria");
  const expected: string[] = [];
  for (let n = 0; n < 11; n++) expected.push((await askAndAnswer(world, phone)).responseId);
  await settled(world, 11);
  const ids: string[] = [];
  let after: string | undefined;
  for (const size of [4, 4, 3, 0]) {
    const page = await list(world, { limit: 4, ...(after ? { after } : {}) });
    assert.equal(page.body.data.length, size);
    assert.equal(page.body.meta.hasMore, size === 4);
    assert.equal(typeof page.body.meta.nextCursor, "string");
    ids.push(...idsOf(page));
    after = page.body.meta.nextCursor;
  }
  assert.deepEqual(ids, expected);
  const late = await askAndAnswer(world, phone);
  const next = await list(world, { after: after!, wait: 60 });
  assert.deepEqual(idsOf(next), [late.responseId]);
  assert.equal(idsOf(await list(world)).length, 12, "without a limit up to 50");
}, { both: true });

testOnEach("a page that ends on the last response does not claim more", async (world) => {
  const phone = await world.pairPhone("maria");
  for (let n = 0; n < 3; n++) await askAndAnswer(world, phone);
  await settled(world, 3);
  const page = await list(world, { limit: 3 });
  assert.deepEqual([page.body.data.length, page.body.meta.hasMore], [3, false]);
});

testOnEach("query parameters that do not fit are refused by name", async (world) => {
  const wrong: Record<string, string> = {
    "limit=0": "limit",
    "limit=201": "limit",
    "limit=1.5": "limit",
    "limit=": "limit",
    "limit=99999999999": "limit",
    "wait=61": "wait",
    "wait=-1": "wait",
    "after=x": "after",
    "after=": "after",
    "after=zzzzzzzzzzz-1": "after",
    "after=1-1-1": "after",
    "after=%00": "after",
    "notificationId=7": "notificationId",
    "userId=": "userId",
    "userId=%00": "userId",
    "userID=a": "userID",
    "limit=1&limit=2": "limit",
    "__proto__=1": "__proto__",
  };
  for (const [query, name] of Object.entries(wrong)) {
    const answer = await world.call("GET", `/api/responses?${query}`, { key: world.keys.shop });
    const { fields } = assertFailure(answer, 422, "validation_failed");
    assert.deepEqual(Object.getOwnPropertyNames(fields), [name], query);
  }
  for (const after of ["0-0", "2gosa7pa2gv-2gosa7pa2gv"]) {
    assert.deepEqual(idsOf(await list(world, { after })), []);
  }
});

testOnEach(
  "a long poll ends with the answer that it waits for, or with its time",
  async (world) => {
    const phone = await world.pairPhone("maria");
    const id = await ask(world);
    const gone = new AbortController();
    const headers = { Authorization: `Bearer ${world.keys.shop}` };
    const longer = fetch(`${world.url}/api/responses?wait=60&userId=luis`, {
      headers,
      signal: gone.signal,
    });
    await until(() => world.services.live.waiting === 1, { what: "the first to wait" });
    const poll = list(world, { wait: 60, userId: "maria" });
    await until(() => world.services.live.waiting === 2, { what: "both to wait" });
    await answer(world, phone, id, { actionId: "no" });
    const result = await poll;
    assert.equal(world.services.live.waiting, 1, "it ends before one that began before it");
    assert.equal(result.body.data[0].action.id, "no");
    gone.abort();
    await assert.rejects(longer, { name: "AbortError" });
    const startedAt = performance.now();
    const empty = await list(world, { wait: 1, userId: "luis" });
    assert.ok(performance.now() - startedAt >= 990, "it waited its second");
    assert.deepEqual([empty.status, empty.body.data, empty.body.meta.hasMore], [200, [], false]);
    assert.deepEqual(
      idsOf(await list(world, { wait: 30 })).length,
      1,
      "what is there comes at once",
    );
  },
);

testOnEach("a caller who hangs up while waiting leaves nothing behind", async (world) => {
  const gone = new AbortController();
  const headers = { Authorization: `Bearer ${world.keys.shop}` };
  const polls = Array.from(
    { length: 5 },
    () => fetch(`${world.url}/api/responses?wait=60`, { headers, signal: gone.signal }),
  );
  await until(() => world.services.live.waiting === 5, { what: "five to wait" });
  gone.abort();
  for (const poll of polls) await assert.rejects(poll, { name: "AbortError" });
  await until(() => world.services.live.waiting === 0, { what: "nobody to wait" });
  assert.equal((await list(world)).status, 200);
  assert.ok(!world.logged.some((line) => JSON.parse(line).level === "error"));
});

testOnEach("a row that commits late is not skipped by a cursor", async (world) => {
  if (world.kind === "pglite") return; // one connection: nothing commits out of order
  const phone = await world.pairPhone("maria");
  const id = await ask(world);
  await askAndAnswer(world, phone);
  const before = (await settled(world, 1)).body.meta.nextCursor;
  const slow = Promise.withResolvers<void>();
  const slowStarted = Promise.withResolvers<void>();
  // A transaction that has its id before the answer's, and ends after it.
  const older = inTenant(world, async (trx) => {
    await trx.updateTable("devices").set({ name: "slow" }).where("id", "=", phone.deviceId)
      .execute();
    slowStarted.resolve();
    await slow.promise;
  });
  await slowStarted.promise;
  const luis = await world.pairPhone("luis");
  const other = await ask(world, { userId: "luis" });
  assert.equal((await answer(world, luis, other, { actionId: "yes" })).status, 201);
  const early = await list(world, { after: before });
  assert.deepEqual([early.body.data, early.body.meta.nextCursor], [[], before]);
  const poll = list(world, { after: before, wait: 60 });
  slow.resolve();
  await older;
  assert.equal((await poll).body.data[0].userId, "luis");
  assert.equal((await answer(world, phone, id, { actionId: "yes" })).status, 201);
});
