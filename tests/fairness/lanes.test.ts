import assert from "node:assert/strict";
import type { PoolLimits } from "@/lib/fairness/lanes.ts";
import { type Lane, Lanes, mostLanes } from "@/lib/fairness/lanes.ts";

/** Lanes with few places, and a clock that the test moves. */
function lanesWith(limits: PoolLimits = {}, wake = () => {}) {
  const clock = { now: 0 };
  const lanes = new Lanes(
    {
      most: 8,
      mostOfAll: 32,
      maxPerHost: 2,
      maxPerSlowHost: 1,
      maxPerHostOfAll: Infinity,
      maxFailingPerSecond: 100,
      maxWaiting: 10,
      maxWaitingOfCompany: 40,
      ...limits,
    },
    () => clock.now,
    wake,
  );
  let last = 0;
  return {
    lanes,
    clock,
    /** Adds so many to each host of the company. */
    add(companyId: number, hosts: string[], count = 1) {
      for (const host of hosts) {
        for (let n = 0; n < count; n++) lanes.add({ id: `${++last}`, companyId, host });
      }
    },
    /** Takes as many as there are places for. */
    takeAll() {
      const taken: Lane[] = [];
      for (let next; (next = lanes.take());) taken.push(next.lane);
      return taken;
    },
  };
}

const hosts = (count: number) => Array.from({ length: count }, (_, n) => `h${n}.example`);
const of = (taken: Lane[], companyId: number) =>
  taken.filter((lane) => lane.companyId === companyId).length;

function end(lanes: Lanes, lane: Lane) {
  lanes.answered(lane);
  lanes.finished(lane);
}

Deno.test("companies take turns, however many hosts each has", () => {
  const { lanes, add } = lanesWith({ most: 100, mostOfAll: 1_000 });
  add(1, hosts(50));
  add(2, ["a.example"], 2);
  add(3, hosts(2));
  const turns = Array.from({ length: 7 }, () => lanes.take()!.lane.companyId);
  assert.deepEqual(turns, [1, 2, 3, 1, 2, 3, 1]);
});

Deno.test("the hosts of a company take turns, and its last places are for hosts without one", () => {
  const { lanes, add, takeAll } = lanesWith({ maxPerHost: 4 });
  add(1, ["a.example", "b.example"], 9);
  const taken = takeAll();
  assert.deepEqual(taken.slice(0, 4).map(({ host }) => host[0]), ["a", "b", "a", "b"]);
  assert.equal(taken.length, 6);
  add(1, ["c.example"], 5);
  assert.deepEqual(takeAll().map(({ host }) => host), ["c.example"]);
  add(1, hosts(5));
  assert.equal(takeAll().length, 1, "all places of the company are taken");
  end(lanes, taken[0]!);
  assert.equal(takeAll().length, 1);
});

Deno.test("the last places of all are for companies with few", () => {
  const { add, takeAll } = lanesWith();
  for (const companyId of [1, 2, 3]) add(companyId, hosts(20));
  const taken = takeAll();
  assert.deepEqual([1, 2, 3].map((companyId) => of(taken, companyId)), [8, 8, 8]);
  add(4, hosts(20));
  add(5, hosts(20));
  const late = takeAll();
  assert.deepEqual([of(late, 4), of(late, 5)], [2, 2]);
});

Deno.test("a host that all companies share has places that one cannot take from the others", () => {
  const { lanes, add, takeAll } = lanesWith({
    most: 100,
    mostOfAll: 400,
    maxPerHost: 16,
    maxPerSlowHost: 16,
    maxPerHostOfAll: 16,
    maxWaiting: 100,
    maxWaitingOfCompany: 100,
  });
  add(1, ["push.example"], 50);
  const flood = takeAll();
  assert.equal(flood.length, 12);
  add(2, ["push.example"], 20);
  assert.equal(of(takeAll(), 2), 2);
  for (const lane of flood) end(lanes, lane);
  const next = takeAll();
  assert.deepEqual([of(next, 1), of(next, 2)], [5, 5], "what becomes free is shared");
});

Deno.test("one company's failures pause neither another nor its own other hosts", () => {
  const { lanes, add, clock, takeAll } = lanesWith({ maxWaiting: 20 });
  add(1, ["a.example"], 15);
  for (let n = 0; n < 10; n++) {
    const { lane } = lanes.take()!;
    lane.health.note({ failed: true, durationMs: 1 });
    end(lanes, lane);
  }
  assert.equal(lanes.take(), undefined);
  add(2, ["a.example"]);
  add(1, ["b.example"]);
  assert.deepEqual(takeAll().map(({ companyId, host }) => [companyId, host]), [
    [2, "a.example"],
    [1, "b.example"],
  ]);
  clock.now += 30_000;
  add(1, ["a.example"]);
  assert.deepEqual(takeAll().map(({ host }) => host), ["a.example"], "one call, to see");
  lanes.clear();
});

Deno.test("what waits in memory is bounded, and what does not fit is looked for again", () => {
  const { lanes, add } = lanesWith();
  add(1, ["a.example"], 50);
  assert.equal(lanes.waiting, 10);
  const { lane } = lanes.take()!;
  assert.ok(lane.more);
  add(1, hosts(6), 10);
  assert.ok(lanes.waiting <= 40 + 6 * 2, `${lanes.waiting}`);
  add(2, ["a.example"], 50);
  assert.ok(lanes.waiting >= 50, "another company has its own room");
});

Deno.test("idle hosts are forgotten once their health says nothing", () => {
  const { lanes, add, clock, takeAll } = lanesWith();
  add(1, ["quiet.example", "failing.example", "busy.example"]);
  const taken = takeAll();
  for (const lane of taken) {
    if (lane.host === "failing.example") lane.health.note({ failed: true, durationMs: 1 });
    if (lane.host !== "busy.example") end(lanes, lane);
  }
  lanes.forgetIdle();
  assert.equal(lanes.size, 2);
  clock.now += 5 * 60_000;
  lanes.forgetIdle();
  assert.equal(lanes.size, 1);
  end(lanes, taken.find(({ host }) => host === "busy.example")!);
  lanes.forgetIdle();
  assert.equal(lanes.size, 0);
});

Deno.test("a company's hosts in memory are bounded; idle ones make room", () => {
  const { lanes, add } = lanesWith({ maxWaitingOfCompany: 100_000 });
  add(1, hosts(mostLanes));
  add(1, ["one.more"]);
  assert.equal(lanes.size, mostLanes);
  assert.equal(lanes.waiting, mostLanes);
  const { lane } = lanes.take()!;
  end(lanes, lane);
  add(1, ["one.more"]);
  add(2, ["another.example"]);
  assert.deepEqual([lanes.size, lanes.waiting], [mostLanes + 1, mostLanes + 1]);
});

Deno.test("hosts that fail are called at a pace, and hold up none that does not", async () => {
  const woken = Promise.withResolvers<void>();
  const limits = { most: 100, mostOfAll: 400, maxFailingPerSecond: 4 };
  const { lanes, clock, add, takeAll } = lanesWith(limits, woken.resolve);
  add(1, hosts(20), 2);
  const failed = takeAll();
  assert.equal(failed.length, 40);
  for (const lane of failed) lane.health.note({ failed: true, durationMs: 1 });
  for (const lane of failed) end(lanes, lane);
  add(1, hosts(20));
  add(1, ["new.example"], 2);
  const next = takeAll().map(({ host }) => host);
  assert.equal(next.filter((host) => host === "new.example").length, 2);
  assert.equal(next.length, 2 + 4, "four calls a second");
  await woken.promise;
  clock.now += 250;
  assert.equal(takeAll().length, 1);
  lanes.clear();
});
