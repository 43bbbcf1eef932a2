/** Lists of what a program's key sent, and of the answers. */
import assert from "node:assert/strict";
import { createKey } from "@/lib/access/keys.ts";
import type { KeyScope } from "@/lib/input/key_scope.ts";
import { until } from "../../support/wait.ts";
import { testOnEach, type World } from "../../support/world.ts";
import { answer, ask, assertFailure, inTenant, readBack, send, untilListed } from "../scene.ts";

async function makeKey(world: World, scope: KeyScope): Promise<string> {
  return (await inTenant(
    world,
    (trx) => createKey(trx, { companyId: 1 }, { name: scope, scope }),
  )).key;
}

function list(world: World, key: string, query: Record<string, string> = {}) {
  return world.call("GET", `/api/notifications?${new URLSearchParams(query)}`, { key });
}

const idsOf = ({ body }: { body: { data: { notificationId: string }[] } }) =>
  body.data.map(({ notificationId }) => notificationId);

testOnEach(
  "what was sent is listed by cursor: a send key's own, else the company's",
  async (world) => {
    const [own, other, reading] = [
      await makeKey(world, "send"),
      await makeKey(world, "send"),
      await makeKey(world, "read"),
    ];
    const sent: string[] = [];
    for (const key of [own, other, own, world.keys.shop, own, other, own]) {
      sent.push((await send(world, {}, key)).notificationId);
    }
    await send(world, {}, world.keys.studio);
    const ofOwn = [0, 2, 4, 6].map((at) => sent[at]!);
    for (const key of [reading, world.keys.shop]) {
      assert.deepEqual(
        idsOf(await untilListed(world, "/api/notifications?limit=200", 7, key)),
        sent,
      );
    }
    assert.deepEqual(idsOf(await list(world, own)), ofOwn);

    for (const [key, ids] of [[own, ofOwn], [reading, sent]] as const) {
      const listed: string[] = [];
      let after: string | undefined;
      for (let hasMore = true; hasMore;) {
        const page = await list(world, key, { limit: "3", ...(after ? { after } : {}) });
        assert.ok(page.body.data.length <= 3);
        listed.push(...idsOf(page));
        ({ hasMore, nextCursor: after } = page.body.meta);
      }
      assert.deepEqual(listed, ids);
      const rest = await list(world, key, { after: after! });
      assert.deepEqual([rest.body.data, rest.body.meta], [[], {
        nextCursor: after,
        hasMore: false,
      }]);
      // The place on the last page leads to what comes later.
      const later = (await send(world, {}, own)).notificationId;
      const next = await until(async () => {
        const page = await list(world, key, { after: after! });
        return page.body.data.length > 0 && page;
      }, { what: "the next one to be settled" });
      assert.deepEqual(idsOf(next), [later]);
      if (key === own) sent.push(later);
    }
    const { fields } = assertFailure(
      await list(world, own, { limit: "0", after: "?", page: "2" }),
      422,
      "validation_failed",
    );
    assert.deepEqual(Object.keys(fields).sort(), ["after", "limit", "page"]);
  },
);

testOnEach("a listed notification says what was sent and what came of it", async (world) => {
  const key = await makeKey(world, "send");
  const phone = await world.pairPhone("maria");
  const fields = { userIds: ["maria", "luis"], tag: "t", ttl: 3600, idempotencyKey: "k" };
  const id = await ask(world, { ...fields, data: { order: 7 } }, key);
  await answer(world, phone, id, { actionId: "yes", reply: "Vale" });
  const [record] = (await untilListed(world, "/api/notifications?limit=200", 1, key)).body.data;
  const full = await readBack(world, id, key);
  for (const name of ["id", "notificationId", "title", "body", "type", "ttl", "data", "tag"]) {
    assert.deepEqual(record[name], full[name], name);
  }
  assert.deepEqual([record.idempotencyKey, record.key.name], ["k", "send"]);
  const { recipients, states, answers } = record.summary;
  assert.deepEqual([recipients, states.answered, states.queued], [2, 1, 1]);
  assert.deepEqual(answers[0].reply, "Vale");
});

testOnEach("a send key reads the answers to what it sent, and no others", async (world) => {
  const key = await makeKey(world, "send");
  const phone = await world.pairPhone("maria");
  const [own, foreign] = [await ask(world, {}, key), await ask(world)];
  const waiting = until(async () => {
    const polled = await world.call("GET", "/api/responses?wait=30", { key });
    return polled.body.data.length > 0 && polled;
  }, { what: "an answer" });
  await until(() => world.services.live.waiting === 1, { what: "the poll to wait" });
  // Another's answer wakes the company's polls, and is not this one's.
  await answer(world, phone, foreign, { actionId: "no" });
  await answer(world, phone, own, { actionId: "yes" });
  assert.deepEqual(idsOf(await waiting), [own]);
  await untilListed(world, "/api/responses?limit=200", 2, world.keys.shop);
  const read = (query: string) => world.call("GET", `/api/responses?${query}`, { key });
  assert.deepEqual(idsOf(await read("")), [own]);
  assert.deepEqual(idsOf(await read("userId=maria")), [own]);
  assert.deepEqual(idsOf(await read(`notificationId=${own}`)), [own]);
  assert.deepEqual(idsOf(await read(`notificationId=${foreign}`)), []);
  assert.equal((await readBack(world, own, key)).recipients[0].response.action.id, "yes");
  const hidden = await world.call("GET", `/api/notifications/${foreign}`, { key });
  assertFailure(hidden, 404, "not_found");
  assert.deepEqual(idsOf(await untilListed(world, "/api/responses", 2)), [foreign, own]);
});
