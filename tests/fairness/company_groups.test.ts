/** Companies of one maker count as one until somebody else has entered them. */
import assert from "node:assert/strict";
import { outsideRequests } from "@/lib/db/deadline.ts";
import { CompanyGroups } from "@/lib/fairness/company_groups.ts";
import { CompanyQueues } from "@/lib/fairness/company_queues.ts";
import { acceptAll } from "../crm/scene.ts";
import { patienceMs, until } from "../support/wait.ts";
import { people, testOnEach, type World } from "../support/world.ts";

async function makeCompany(world: World, name: string): Promise<number> {
  const answer = await world.call("POST", "/api/admin/companies", {
    member: people.nadie,
    json: { name },
  });
  assert.equal(answer.status, 201);
  return answer.body.data.id;
}

testOnEach(
  "the companies that one person made share one queue until a colleague signs in",
  async (world, step) => {
    let nowMs = 0;
    const groups = new CompanyGroups(world.services.database.db, () => nowMs);
    const groupOf = async (companyId: number) => {
      groups.of(companyId);
      await groups.idle();
      return groups.of(companyId);
    };
    const first = await makeCompany(world, "First");
    const second = await makeCompany(world, "Second");
    await step("companies that nobody made by themselves stand alone", async () => {
      assert.deepEqual([await groupOf(1), await groupOf(2)], [1, 2]);
    });
    await step("one maker's share a group, and are no company's number", async () => {
      const [one, other] = [await groupOf(first), await groupOf(second)];
      assert.equal(one, other);
      assert.ok(one < 0);
    });
    await step("an invitation alone changes nothing", async () => {
      const query = `?company_id=${second}`;
      const json = { email: people.ana, role: "ventas" };
      const added = await world.call("POST", `/api/admin/employees${query}`, {
        member: people.nadie,
        json,
      });
      assert.equal(added.status, 201);
      nowMs += 61_000;
      assert.ok(await groupOf(second) < 0);
    });
    await step("who accepts gives it turns of its own, a minute later at most", async () => {
      await acceptAll(world, people.ana);
      const entered = await world.call("GET", `/api/admin/contacts?company_id=${second}`, {
        member: people.ana,
      });
      assert.equal(entered.status, 200);
      assert.ok(await groupOf(second) < 0, "what is known holds for a minute");
      nowMs += 61_000;
      assert.equal(await groupOf(second), second);
      assert.ok(await groupOf(first) < 0);
    });
  },
);

/** Deno begins a test in the context in which the one before has ended: that of a request. */
function ofNobody(name: string, work: () => Promise<void>): void {
  Deno.test(name, () => outsideRequests(work));
}

/** Work that ends when it is told to. */
function pendingWork() {
  const ends: (() => void)[] = [];
  let running = 0;
  const work = async () => {
    running++;
    await new Promise<void>((resolve) => ends.push(resolve));
    running--;
  };
  return { work, running: () => running, endAll: () => ends.splice(0).forEach((end) => end()) };
}

const membership = (companyId: number) =>
  ({ companyId }) as Parameters<CompanyQueues["remember"]>[2];

ofNobody(
  "a person has as many places in all companies as in one, and newcomers share theirs",
  async () => {
    // Every company counts by itself.
    const groups = { of: (companyId: number) => companyId } as CompanyGroups;
    const queues = new CompanyQueues(groups, patienceMs, 20);
    const { work, running, endAll } = pendingWork();
    const all: Promise<void>[] = [];
    for (let companyId = 1; companyId <= 5; companyId++) {
      queues.remember("busy@example.com", companyId, membership(companyId));
      for (let n = 0; n < 2; n++) {
        all.push(queues.runForMember("busy@example.com", companyId, work));
      }
    }
    await until(() => Promise.resolve(running() === 4), { what: "four places of one person" });
    for (let n = 0; n < 20; n++) {
      all.push(queues.runForMember(`new-${n}@example.com`, undefined, work));
    }
    await until(() => Promise.resolve(running() === 8), { what: "four places of all newcomers" });
    queues.remember("other@example.com", 9, membership(9));
    all.push(queues.runForMember("other@example.com", 9, work));
    await until(() => Promise.resolve(running() === 9), { what: "a place for somebody else" });
    let isDone = false;
    const done = Promise.all(all).then(() => void (isDone = true));
    await until(() => {
      endAll();
      return Promise.resolve(isDone);
    }, { what: "all to have their turn" });
    await done;
  },
);

ofNobody("a pool of twice the connections has twice the places", async () => {
  const groups = { of: (companyId: number) => companyId } as CompanyGroups;
  for (const [poolSize, ofOne, ofAll] of [[10, 2, 6], [20, 4, 12], [40, 8, 24]] as const) {
    const queues = new CompanyQueues(groups, patienceMs, poolSize);
    const { work, running, endAll } = pendingWork();
    const all = Array.from({ length: 20 }, () => queues.runForCompany({ companyId: 1 }, work));
    await until(() => Promise.resolve(running() === ofOne), { what: `${ofOne} places of one` });
    for (let companyId = 2; companyId <= 6; companyId++) {
      for (let n = 0; n < 20; n++) all.push(queues.runForCompany({ companyId }, work));
    }
    await until(() => Promise.resolve(running() === ofAll), { what: `${ofAll} places of all` });
    let isDone = false;
    const done = Promise.all(all).then(() => void (isDone = true));
    await until(() => {
      assert.ok(running() <= ofAll);
      endAll();
      return Promise.resolve(isDone);
    }, { what: "all to have their turn" });
    await done;
  }
});

testOnEach("new people and companies are admitted at a bounded pace", async (world) => {
  const companies = (email: string) => world.call("GET", "/api/admin/companies", { member: email });
  const answers = [
    await companies("one@new.example"),
    await companies("two@new.example"),
    await companies("three@new.example"),
  ];
  assert.deepEqual(answers.map(({ status }) => status), [200, 200, 429]);
  assert.match(answers[2]!.headers.get("retry-after")!, /^[1-9]\d*$/);
  // Who has been here needs no leave, but has none to make a company with.
  assert.equal((await companies("one@new.example")).status, 200);
  const refusal = await world.call("POST", "/api/admin/companies", {
    member: "one@new.example",
    json: { name: "Mine" },
  });
  assert.equal(refusal.status, 429);
}, { env: { NEWCOMER_LIMIT_PER_SECOND: "0.001", NEWCOMER_LIMIT_BURST: "2" } });
