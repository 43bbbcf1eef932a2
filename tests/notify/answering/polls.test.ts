import assert from "node:assert/strict";
import type { Statement } from "@/lib/db/connection.ts";
import {
  listResponses,
  listResponsesOfEach,
  type ResponsesQuery,
} from "@/lib/notify/answering/responses.ts";
import { readCursor } from "@/lib/notify/streams/cursor.ts";
import { until } from "../../support/wait.ts";
import { people, testOnEach, type World } from "../../support/world.ts";
import { answer, ask, askAndAnswer, assertFailure, inTenant } from "../scene.ts";

/** The statements that read responses. */
const reads: string[] = [];
const heard = ({ sql }: Statement) => {
  if (/^select.* from "responses" as "r"/s.test(sql)) reads.push(sql);
};

function poll(world: World, query: string, key = world.keys.shop) {
  return world.call("GET", `/api/responses?wait=60&${query}`, { key });
}

/** Opens polls, and waits until all of them have read once and found nothing. */
async function openPolls(world: World, queries: string[]) {
  const waiting = world.services.live.waiting;
  reads.length = 0;
  const polls = queries.map((query) => poll(world, query));
  await until(
    () => reads.length >= queries.length && world.services.live.waiting >= waiting + queries.length,
    { what: "all polls to wait" },
  );
  reads.length = 0;
  return polls;
}

testOnEach("an answer wakes the polls that it is for, and no other reads", async (world) => {
  const phone = await world.pairPhone("maria");
  const ids: string[] = [];
  for (let n = 0; n < 40; n++) ids.push(await ask(world));
  const polls = await openPolls(world, ids.map((id) => `notificationId=${id}`));
  const ofUser = await openPolls(world, ["userId=luis", "userId=luis&limit=1"]);
  for (const at of [7, 23]) {
    reads.length = 0;
    assert.equal((await answer(world, phone, ids[at]!, { actionId: "yes" })).status, 201);
    const { status, body } = await polls[at]!;
    assert.equal(status, 200);
    assert.deepEqual(
      body.data.map(({ notificationId }: { notificationId: string }) => notificationId),
      [ids[at]],
    );
    assert.equal(world.services.live.waiting, 42 - (at === 7 ? 1 : 2));
    // One more where a neighbour's transaction is open.
    assert.ok(reads.length >= 1 && reads.length < 8, `${reads.length} reads`);
  }
  const luis = await world.pairPhone("luis");
  const his = await askAndAnswer(world, luis, { userId: "luis" });
  for (const { body } of await Promise.all(ofUser)) {
    assert.deepEqual(body.data.map(({ id }: { id: string }) => id), [his.responseId]);
  }
  assert.equal(world.services.live.waiting, 38);
  for (const [at, id] of ids.entries()) {
    if (at !== 7 && at !== 23) await answer(world, phone, id, { actionId: "no" });
  }
  for (const { body } of await Promise.all(polls)) assert.equal(body.data.length, 1);
}, { heard });

testOnEach("polls that one answer wakes share their reads", async (world) => {
  const phone = await world.pairPhone("maria");
  const id = await ask(world);
  const both = [...Array(30).fill("limit=3"), ...Array(10).fill("userId=maria")];
  const polls = await openPolls(world, both);
  const studio = await openPolls(world, []);
  studio.push(poll(world, "", world.keys.studio));
  await until(() => reads.length === 1, { what: "another company's to wait" });
  reads.length = 0;
  await answer(world, phone, id, { actionId: "yes" });
  for (const { body } of await Promise.all(polls)) assert.equal(body.data.length, 1);
  assert.ok(reads.length < 12, `${reads.length} reads for 40 polls`);

  const [key] = (await world.call("GET", "/api/admin/keys?company_id=2", { member: people.eva }))
    .body.data;
  await world.call("DELETE", `/api/admin/keys/${key.id}?company_id=2`, { member: people.eva });
  world.services.live.publish([{ companyId: 2, feed: "responses" }]);
  assertFailure((await Promise.all(studio))[0]!, 401, "unauthorized");
}, { heard });

testOnEach("polls answered together get what each would get alone", async (world) => {
  const maria = await world.pairPhone("maria");
  const luis = await world.pairPhone("luis");
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) {
    const { id } = await askAndAnswer(world, maria, { userIds: ["maria", "luis"], data: { n } });
    await answer(world, luis, id, { reply: `Vale ${n}` });
    ids.push(id);
  }
  const tenant = { companyId: 1 };
  await until(() =>
    inTenant(world, async (trx) => {
      const { records, unsettled } = await listResponses(trx, tenant, { limit: 50 });
      return records.length === 6 && !unsettled;
    }), { what: "all to be settled" });
  await inTenant(world, async (trx) => {
    const { meta } = await listResponses(trx, tenant, { limit: 2 });
    const after = readCursor(meta.nextCursor)!;
    const queries: ResponsesQuery[] = [
      { limit: 50 },
      { limit: 2 },
      { limit: 3, after },
      { limit: 4, after },
      { limit: 50, userId: "maria" },
      { limit: 1, userId: "luis", after },
      { limit: 50, userId: "nobody" },
      { limit: 50, notificationId: ids[1]! },
      { limit: 50, notificationId: ids[0]!, after },
      { limit: 50, notificationId: ids[2]!, userId: "luis" },
    ];
    const each = [];
    for (const query of queries) each.push(await listResponses(trx, tenant, query));
    assert.deepEqual(await listResponsesOfEach(trx, tenant, queries), each);
    assert.deepEqual(
      (await listResponsesOfEach(trx, { companyId: 2 }, queries)).flatMap(({ records }) => records),
      [],
    );
  });
}, { both: true });
