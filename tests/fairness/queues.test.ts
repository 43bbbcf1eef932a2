import assert from "node:assert/strict";
import type { PoolLimits } from "@/lib/fairness/queues.ts";
import { mostQueues, type Queue, Queues } from "@/lib/fairness/queues.ts";

/** Queues with few places, and a clock that the test moves. */
function queuesWith(limits: PoolLimits = {}, wake = () => {}) {
  const clock = { now: 0 };
  const queues = new Queues(
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
    queues,
    clock,
    /** Adds so many to each host of the company. */
    add(companyId: number, hosts: string[], count = 1) {
      for (const host of hosts) {
        for (let n = 0; n < count; n++) queues.add({ id: `${++last}`, companyId, host });
      }
    },
    /** Takes as many as there are places for. */
    takeAll() {
      const leases: Queue[] = [];
      for (let next; (next = queues.take());) leases.push(next.queue);
      return leases;
    },
  };
}

const hosts = (count: number) => Array.from({ length: count }, (_, n) => `h${n}.example`);
const of = (leases: Queue[], companyId: number) =>
  leases.filter((queue) => queue.companyId === companyId).length;

function end(queues: Queues, queue: Queue) {
  queues.answered(queue);
  queues.finished(queue);
}

Deno.test("companies take turns, however many hosts each has", () => {
  const { queues, add } = queuesWith({ most: 100, mostOfAll: 1_000 });
  add(1, hosts(50));
  add(2, ["a.example"], 2);
  add(3, hosts(2));
  const companies = Array.from({ length: 7 }, () => queues.take()!.queue.companyId);
  assert.deepEqual(companies, [1, 2, 3, 1, 2, 3, 1]);
});

Deno.test("the hosts of a company take turns, and its last places are for hosts without one", () => {
  const { queues, add, takeAll } = queuesWith({ maxPerHost: 4 });
  add(1, ["a.example", "b.example"], 9);
  const leases = takeAll();
  assert.deepEqual(leases.slice(0, 4).map(({ host }) => host[0]), ["a", "b", "a", "b"]);
  assert.equal(leases.length, 6);
  add(1, ["c.example"], 5);
  assert.deepEqual(takeAll().map(({ host }) => host), ["c.example"]);
  add(1, hosts(5));
  assert.equal(takeAll().length, 1, "all places of the company are taken");
  end(queues, leases[0]!);
  assert.equal(takeAll().length, 1);
});

Deno.test("the last places of all are for companies with few", () => {
  const { add, takeAll } = queuesWith();
  for (const companyId of [1, 2, 3]) add(companyId, hosts(20));
  const leases = takeAll();
  assert.deepEqual([1, 2, 3].map((companyId) => of(leases, companyId)), [8, 8, 8]);
  add(4, hosts(20));
  add(5, hosts(20));
  const late = takeAll();
  assert.deepEqual([of(late, 4), of(late, 5)], [2, 2]);
});

Deno.test("a host that all companies share has places that one cannot take from the others", () => {
  const { queues, add, takeAll } = queuesWith({
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
  for (const queue of flood) end(queues, queue);
  const next = takeAll();
  assert.deepEqual([of(next, 1), of(next, 2)], [5, 5], "what becomes free is shared");
});

Deno.test("one company's failures pause neither another nor its own other hosts", () => {
  const { queues, add, clock, takeAll } = queuesWith({ maxWaiting: 20 });
  add(1, ["a.example"], 15);
  for (let n = 0; n < 10; n++) {
    const { queue } = queues.take()!;
    queue.health.note({ failed: true, durationMs: 1 });
    end(queues, queue);
  }
  assert.equal(queues.take(), undefined);
  add(2, ["a.example"]);
  add(1, ["b.example"]);
  assert.deepEqual(takeAll().map(({ companyId, host }) => [companyId, host]), [
    [2, "a.example"],
    [1, "b.example"],
  ]);
  clock.now += 30_000;
  add(1, ["a.example"]);
  assert.deepEqual(takeAll().map(({ host }) => host), ["a.example"], "one call, to see");
  queues.clear();
});

Deno.test("what waits in memory is bounded, and what does not fit is looked for again", () => {
  const { queues, add } = queuesWith();
  add(1, ["a.example"], 50);
  assert.equal(queues.waiting, 10);
  const { queue } = queues.take()!;
  assert.ok(queue.more);
  add(1, hosts(6), 10);
  assert.ok(queues.waiting <= 40 + 6 * 2, `${queues.waiting}`);
  add(2, ["a.example"], 50);
  assert.ok(queues.waiting >= 50, "another company has its own room");
});

Deno.test("idle hosts are forgotten once their health says nothing", () => {
  const { queues, add, clock, takeAll } = queuesWith();
  add(1, ["quiet.example", "failing.example", "busy.example"]);
  const leases = takeAll();
  for (const queue of leases) {
    if (queue.host === "failing.example") queue.health.note({ failed: true, durationMs: 1 });
    if (queue.host !== "busy.example") end(queues, queue);
  }
  queues.forgetIdle();
  assert.equal(queues.size, 2);
  clock.now += 5 * 60_000;
  queues.forgetIdle();
  assert.equal(queues.size, 1);
  end(queues, leases.find(({ host }) => host === "busy.example")!);
  queues.forgetIdle();
  assert.equal(queues.size, 0);
});

Deno.test("a company's hosts in memory are bounded; idle ones make room", () => {
  const { queues, add } = queuesWith({ maxWaitingOfCompany: 100_000 });
  add(1, hosts(mostQueues));
  add(1, ["one.more"]);
  assert.equal(queues.size, mostQueues);
  assert.equal(queues.waiting, mostQueues);
  const { queue } = queues.take()!;
  end(queues, queue);
  add(1, ["one.more"]);
  add(2, ["another.example"]);
  assert.deepEqual([queues.size, queues.waiting], [mostQueues + 1, mostQueues + 1]);
});

Deno.test("hosts that fail are called at a pace, and hold up none that does not", async () => {
  const woken = Promise.withResolvers<void>();
  const limits = { most: 100, mostOfAll: 400, maxFailingPerSecond: 4 };
  const { queues, clock, add, takeAll } = queuesWith(limits, woken.resolve);
  add(1, hosts(20), 2);
  const failed = takeAll();
  assert.equal(failed.length, 40);
  for (const queue of failed) queue.health.note({ failed: true, durationMs: 1 });
  for (const queue of failed) end(queues, queue);
  add(1, hosts(20));
  add(1, ["new.example"], 2);
  const next = takeAll().map(({ host }) => host);
  assert.equal(next.filter((host) => host === "new.example").length, 2);
  assert.equal(next.length, 2 + 4, "four calls a second");
  await woken.promise;
  clock.now += 250;
  assert.equal(takeAll().length, 1);
  queues.clear();
});
