import assert from "node:assert/strict";
import { Places } from "@/lib/fairness/places.ts";
import { until } from "../support/wait.ts";
import { type Answer, people, testOnEach, type World } from "../support/world.ts";
import { answer, ask, assertFailure } from "../notify/scene.ts";
import { follow, openStream } from "../notify/streams/streams.ts";

Deno.test("places are counted by caller, company and process, and given back once", () => {
  const places = new Places({ perCaller: 2, perCompany: 3, perProcess: 4 });
  const refused = (companyId: number, caller: string) =>
    assert.throws(() => places.take(companyId, caller), { code: "rate_limited" });
  const first = places.take(1, "key 1");
  const second = places.take(1, "key 1");
  refused(1, "key 1");
  const third = places.take(1, "key 2");
  refused(1, "key 3");
  const other = places.take(2, "key 1");
  refused(3, "key 9");
  first();
  first();
  assert.equal(places.count, 3, "a place is given back once");
  const again = places.take(1, "key 1");
  refused(1, "key 1");
  for (const giveBack of [second, third, other, again]) giveBack();
  assert.equal(places.count, 0);
  for (let n = 0; n < 3; n++) places.take(1, `key ${n}`);
});

function assertTooMany(refused: Answer) {
  assertFailure(refused, 429, "rate_limited");
  assert.match(refused.headers.get("retry-after")!, /^[1-9]\d*$/);
}

/** Opens streams until one is refused, as a caller who takes all that there is. */
async function openAll(world: World, token: string) {
  const streams: Awaited<ReturnType<typeof openStream>>[] = [];
  while (streams.length < 9) {
    const stream = await openStream(world, token);
    if (stream.response.status === 429) return streams;
    assert.equal(stream.response.status, 200);
    streams.push(stream);
  }
  assert.fail("none was refused");
}

testOnEach("streams have limits, and give their places back however they end", async (world) => {
  const maria = await world.pairPhone("maria");
  const luis = await world.pairPhone("luis");
  const eva = await world.pairPhone("eva", world.keys.studio);
  const refusal = (token: string) => world.call("GET", "/api/phone/stream", { device: token });

  const [first, second, ...rest] = await openAll(world, maria.token);
  assert.equal(rest.length, 0, "two for each phone");
  assertTooMany(await refusal(maria.token));
  const third = await openStream(world, luis.token);
  assertTooMany(await refusal(luis.token));
  const feed = await world.call("GET", "/api/admin/changes?company_id=1", { member: people.luis });
  assertTooMany(feed);
  await using other = await openStream(world, eva.token);
  await other.opened();

  const free = (what: string) => async () => {
    const stream = await openStream(world, luis.token);
    await stream.close();
    assert.equal(stream.response.status, 200, what);
    return true;
  };
  await second!.close();
  await until(free("a reader left"), { what: "the place of one who left" });
  await until(async () => {
    const again = await openStream(world, maria.token);
    await again.close();
    return again.response.status === 200;
  }, { what: "the phone's own place" });

  // The rest of the company's places, by a stream that the server ends.
  const token = await world.tokenFor(people.ana);
  const headers = { "Cf-Access-Jwt-Assertion": token };
  const hangUp = new AbortController();
  const open = () => fetch(`${world.url}/api/admin/changes`, { headers, signal: hangUp.signal });
  await using panel = follow(
    await until(async () => {
      const response = await open();
      if (response.status !== 200) await response.body!.cancel();
      return response.status === 200 && response;
    }, { what: "a place for the panel" }),
    () => hangUp.abort(),
  );
  await panel.opened();
  assertTooMany(await refusal(luis.token));
  const unpaired = await world.call("DELETE", "/api/phone/device", { device: maria.token });
  assert.equal(unpaired.status, 200);
  await first!.ended();
  await until(free("an unpaired phone"), { what: "the place of one that was unpaired" });
  await third.close();
}, { env: { STREAM_LIMIT_PER_CALLER: "2", STREAM_LIMIT_PER_COMPANY: "3" } });

testOnEach("long polls have limits, and give their places back however they end", async (world) => {
  const phone = await world.pairPhone("maria");
  const id = await ask(world);
  const gone = new AbortController();
  const poll = (query: string, key = world.keys.shop) =>
    world.call("GET", `/api/responses?${query}`, { key });
  const headers = { Authorization: `Bearer ${world.keys.shop}` };
  const leaving = [1, 2].map(() =>
    fetch(`${world.url}/api/responses?wait=60`, { headers, signal: gone.signal })
  );
  const answered = poll(`wait=60&notificationId=${id}`);
  await until(() => world.services.live.waiting === 3, { what: "three to wait" });
  assertTooMany(await poll("wait=60"));
  assertTooMany(await poll("wait=1"));
  assert.equal((await poll("wait=0")).status, 200, "who does not wait takes no place");
  assert.equal((await poll("wait=1", world.keys.studio)).status, 200, "another company's");

  const isFree = async () => (await poll("wait=1&userId=nobody")).status === 200;
  gone.abort();
  for (const one of leaving) await assert.rejects(one, { name: "AbortError" });
  await until(isFree, { what: "the place of one who hung up" });
  assert.equal((await answer(world, phone, id, { actionId: "yes" })).status, 201);
  assert.equal((await answered).body.data.length, 1);
  assert.deepEqual((await poll("wait=1&userId=luis")).body.data, [], "its time is over");
  const both = await Promise.all([1, 2, 3].map(() => poll("wait=1&userId=nobody")));
  assert.deepEqual(both.map(({ status }) => status), [200, 200, 200], "all places are free");
}, { env: { POLL_LIMIT_PER_KEY: "3", POLL_LIMIT_PER_COMPANY: "4" } });
