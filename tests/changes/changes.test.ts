/** The feed of what members change: order, resuming, whose it is, and when it ends. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { openFeeds } from "@/lib/changes/open_feeds.ts";
import type { Member } from "@/lib/access/members.ts";
import { Places } from "@/lib/fairness/places.ts";
import { ChangeFeeds } from "@/lib/changes/feeds.ts";
import { streamChanges } from "@/lib/changes/stream.ts";
import { readChanges, readMembers } from "@/lib/changes/changes.ts";
import { settledCursor } from "@/lib/notify/inbox/inbox.ts";
import { recordActivities } from "@/lib/records/activities.ts";
import { testDatabases } from "../support/test_server.ts";
import { patienceMs, until } from "../support/wait.ts";
import { audience, makeWorld, people, testOnEach, type World } from "../support/world.ts";
import { type Api, apiOf, expectData, expectFailure, inDatabase } from "../crm/scene.ts";
import { follow } from "../notify/streams/streams.ts";

interface Opening {
  company?: number;
  query?: string;
  headers?: Record<string, string>;
  /** In seconds. */
  expiresIn?: number;
}

async function openFeed(world: World, email: string, opening: Opening = {}) {
  const { company = 1, query = "", headers = {}, expiresIn = 300 } = opening;
  const stop = new AbortController();
  const token = await world.keyServer.sign({ email, aud: audience, sub: email }, { expiresIn });
  const response = await fetch(`${world.url}/api/admin/changes?company_id=${company}${query}`, {
    headers: { "Cf-Access-Jwt-Assertion": token, ...headers },
    signal: stop.signal,
  });
  assert.equal(response.status, 200, response.statusText);
  return follow(response, () => stop.abort());
}

async function makeTask(api: Api, title: string): Promise<number> {
  return (await expectData(api("POST", "/tasks", { title }), 201)).id;
}

type Feed = Awaited<ReturnType<typeof openFeed>>;

const changesOf = ({ events }: Feed) => events.filter(({ event }) => event === "change");
const lineOf = ({ data }: Feed["events"][number]) => `${data.noun} ${data.id} ${data.verb}`;
const linesOf = (feed: Feed) => changesOf(feed).map(lineOf);

/** As soon as there are as many. */
async function changes(feed: Feed, count: number) {
  await feed.until(() => changesOf(feed).length >= count);
  return changesOf(feed);
}

testOnEach(
  "a member's feed tells every change in order, and goes on without a gap",
  async (world) => {
    const ana = apiOf(world, people.ana);
    const before = await makeTask(ana, "Before the stream");
    const first = await openFeed(world, people.ana);
    assert.match(first.response.headers.get("content-type")!, /^text\/event-stream/);
    assert.equal(first.response.headers.get("cache-control"), "no-store");
    await first.opened();
    const id = await makeTask(ana, "Mesa");
    await expectData(ana("PATCH", `/tasks/${id}`, { status: "done" }));
    const client = await expectData(ana("POST", "/clients", { name: "Ruiz" }), 201);
    await first.until(({ data }) => data.noun === "client");
    // A feed begins below the oldest running transaction, so what just was may come once more.
    const heard = changesOf(first).filter(({ data }) => data.id !== before || data.noun !== "task");
    assert.deepEqual(heard.map(lineOf), [
      `task ${id} created`,
      `task ${id} done`,
      `client ${client.id} created`,
    ]);
    const { data } = heard[2]!;
    assert.deepEqual([data.client_id, data.actor.name, data.actor_kind], [
      client.id,
      "Ana Ruiz",
      "user",
    ]);
    assert.equal(JSON.stringify(data).includes("Mesa"), false);
    const from = heard[0]!.id;
    await first.close();
    await expectData(ana("DELETE", `/tasks/${id}`));

    for (const way of [{ headers: { "Last-Event-ID": from } }, { query: `&lastEventId=${from}` }]) {
      await using again = await openFeed(world, people.ana, way);
      await changes(again, 3);
      assert.deepEqual(linesOf(again), [
        `task ${id} done`,
        `client ${client.id} created`,
        `task ${id} deleted`,
      ]);
    }
    const since = new Date(Date.now() - 60_000).toISOString();
    await using late = await openFeed(world, people.ana, { query: `&since=${since}` });
    await changes(late, 5);
    assert.deepEqual(linesOf(late)[0], `task ${before} created`);
    const last = await makeTask(ana, "Silla");
    await late.until(({ data }) => data.id === last);
    assert.equal(changesOf(late).length, 6, "nothing comes twice");
  },
);

testOnEach(
  "a feed is the company's own, and ends with the member and with the token",
  async (world) => {
    const { ana, luis, eva } = people;
    await using own = await openFeed(world, luis);
    await using other = await openFeed(world, eva, { company: 2 });
    await Promise.all([own.opened(), other.opened()]);
    await expectFailure(
      world.call("GET", "/api/admin/changes?company_id=1", { member: eva }),
      403,
      "not_a_member",
    );
    const id = await makeTask(apiOf(world, ana), "Only for company 1");
    await own.until(({ data }) => data.id === id);
    const theirs = await makeTask(apiOf(world, eva), "Only for company 2");
    await changes(other, 1);
    assert.deepEqual(linesOf(other), [`task ${theirs} created`]);
    assert.deepEqual(linesOf(own), [`task ${id} created`]);

    const { id: luisId } = await expectData(world.call("GET", "/api/admin/me", { member: luis }));
    await expectData(apiOf(world, ana)("DELETE", `/employees/${luisId}`));
    await makeTask(apiOf(world, ana), "After Luis has left");
    await own.ended();
    assert.deepEqual(linesOf(own), [`task ${id} created`], "who left hears no more");

    // Again where the token is over before the feed is open.
    await using brief = await until(() => openFeed(world, ana, { expiresIn: 2 }));
    await brief.opened();
    await brief.ended();
    await until(() => Promise.resolve(world.services.feeds.count === 1), { what: "one open feed" });
  },
);

testOnEach(
  "one read serves all of a company's streams, and their number is limited",
  async (world) => {
    const { database, live } = world.services;
    let reads = 0;
    const places = new Places({ perCaller: 12, perCompany: 100, perProcess: 100 });
    const feeds = new ChangeFeeds({
      live,
      places,
      place: () => inDatabase(world, 1, (trx) => settledCursor(trx)),
      read: (tenant, after) => {
        reads += 1;
        return inDatabase(world, tenant.companyId, async (trx) => ({
          ...await readChanges(trx, tenant, after),
          members: await readMembers(trx, tenant),
        }));
      },
    });
    const member = (userId: number) => ({ companyId: 1, userId });
    const opened = await Promise.all(
      Array.from({ length: 12 }, (_, at) => feeds.subscribe(member(at % 2))),
    );
    const more = await Promise.all(Array.from({ length: 6 }, () => feeds.subscribe(member(0))));
    await assert.rejects(feeds.subscribe(member(0)), { code: "rate_limited" });
    await until(() => Promise.resolve(reads > 0), { what: "the first read" });
    const ana = apiOf(world, people.ana);
    const ids = [await makeTask(ana, "a"), await makeTask(ana, "b")];
    const { signal } = new AbortController();
    for (const subscription of [...opened, ...more]) {
      const heard: number[] = [];
      while (heard.length < ids.length) {
        const batches = await subscription.next(patienceMs, signal);
        heard.push(...batches!.flatMap(({ changes }) => changes.map(({ change }) => change.id)));
      }
      assert.deepEqual(heard, ids);
    }
    assert.ok(reads < 18, `${reads} reads for 18 streams and two changes`);
    for (const subscription of [...opened, ...more]) subscription.close();
    assert.equal(feeds.count, 0);

    const stop = new AbortController();
    const silent = await streamChanges({
      feeds: world.services.feeds,
      asMember: (work) =>
        inDatabase(world, 1, (trx) => work({ trx, member: { companyId: 1, userId: 1 } as Member })),
      expiresAt: new Date(Date.now() + 60_000),
      signal: stop.signal,
      heartbeatMs: 20,
    });
    await using quiet = follow(silent, () => stop.abort());
    await until(() => Promise.resolve(quiet.beats > 1), { what: "signs of life" });
    const again = await openFeeds(database.db, live, places).subscribe(member(1));
    again.close();
    assert.equal(await again.next(patienceMs, signal), null);
  },
);

Deno.test({
  name: "a change that commits after its neighbours is not skipped",
  // The embedded database has one connection, so nothing overlaps there.
  ignore: await testDatabases() === null,
  async fn() {
    await using world = await makeWorld({ kind: "postgres" });
    await commitsOutOfOrder(world);
  },
});

async function commitsOutOfOrder(world: World) {
  const ana = apiOf(world, people.ana);
  await using feed = await openFeed(world, people.ana);
  await feed.opened();
  const first = await makeTask(ana, "Settled");
  await feed.until(({ data }) => data.id === first);
  const { promise: written, resolve: wrote } = Promise.withResolvers<void>();
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  const slow = inDatabase(world, 1, async (trx) => {
    await recordActivities(trx, { companyId: 1, userId: null }, [
      { verb: "changed", subject: { task_id: first } },
    ]);
    await sql`select 1`.execute(trx);
    wrote();
    await gate;
  });
  await written;
  const second = await makeTask(ana, "Committed first");
  release();
  await slow;
  await feed.until(({ data }) => data.id === second);
  assert.deepEqual(linesOf(feed), [
    `task ${first} created`,
    `task ${first} changed`,
    `task ${second} created`,
  ]);
}
