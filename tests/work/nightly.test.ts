import assert from "node:assert/strict";
import { sql } from "kysely";
import { nextCompany } from "@/lib/access/companies.ts";
import type { BareTrx } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { createLog } from "@/lib/tools/log.ts";
import { Nightly, type NightlyStep, type NightlyWork } from "@/lib/work/nightly.ts";
import { hasServer } from "../support/kinds.ts";
import { deadline, patienceMs } from "../support/wait.ts";
import { inWorld, testOnEach, type World } from "../support/world.ts";

const [evening, morning, nextMorning] = ["01T22:00", "02T09:00", "03T09:00"]
  .map((at) => new Date(`2026-12-${at}:00Z`)) as [Date, Date, Date];

/** Steps in their order, as "company place". */
interface Scene {
  steps: string[];
  logged: string[];
  /** A process of its own, at a time. */
  process(at: Date, options?: { nightMs?: number; signal?: AbortSignal }): Nightly;
}

/** Three steps in each of both companies, each of which adds to a table. */
async function scene(
  world: World,
  inStep: (step: string, trx: BareTrx) => void | Promise<void> = () => {},
): Promise<Scene> {
  const { database: { db }, announce } = world.services;
  const steps: string[] = [];
  const logged: string[] = [];
  const step: NightlyStep = async (trx, { companyId }, place) => {
    const name = `${companyId} ${place ?? "0"}`;
    await sql`insert into contacts (company_id, channel, name)
      values (${companyId}, 'web', ${name})`.execute(trx);
    await inStep(name, trx);
    steps.push(name);
    const next = Number(place ?? 0) + 1;
    return next < 3 ? String(next) : null;
  };
  const works: NightlyWork[] = [{ name: "count", by: "tenant", step }];
  const log = createLog("debug", (line) => void logged.push(line));
  const process: Scene["process"] = (at, options) =>
    new Nightly({ db, log, announce, works, nextCompany, now: () => at, ...options });
  await process(evening).look(); // it is new: this night is not its own
  assert.deepEqual(steps, []);
  return { steps, logged, process };
}

/** The embedded database has one connection. */
function onServer(name: string, test: (world: World) => Promise<void>): void {
  Deno.test({
    name,
    ignore: !hasServer,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: () => inWorld({ kind: "postgres" }, test),
  });
}

const all = ["1 0", "1 1", "1 2", "2 0", "2 1", "2 2"];

async function written(world: World): Promise<string[]> {
  const names = [];
  for (const companyId of [1, 2]) {
    const rows = await inCompany(
      world.services.database.db,
      companyId,
      (trx) => trx.selectFrom("contacts").select("name").orderBy("id").execute(),
    );
    names.push(...rows.map(({ name }) => name!));
  }
  return names;
}

testOnEach(
  "a night's work goes company by company, once, whenever a process looks",
  async (world) => {
    const { steps, process } = await scene(world);
    const nightly = process(morning);
    await nightly.look();
    assert.deepEqual(steps, all, "nobody was up at 03:23, and it is done at nine");
    await nightly.look();
    await process(morning).look();
    assert.deepEqual(steps, all, "also by a process that begins anew");
    await process(nextMorning).look();
    assert.deepEqual(steps, [...all, ...all]);
  },
  { both: true },
);

testOnEach("a stop between steps loses and repeats nothing", async (world) => {
  const stopping = new AbortController();
  const { steps, process } = await scene(world, (step) => {
    if (step === "1 1") stopping.abort();
  });
  await process(morning, { signal: stopping.signal }).look();
  assert.deepEqual(steps, all.slice(0, 2));
  await process(morning).look();
  assert.deepEqual(steps, all);
  assert.deepEqual(await written(world), all);
});

onServer("a session that dies within a step leaves nothing of it", async (world) => {
  let isFirst = true;
  const { steps, process } = await scene(world, async (step, trx) => {
    if (step !== "1 2" || !isFirst) return;
    isFirst = false;
    await sql`select set_config('role', 'none', true)`.execute(trx);
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
  });
  await process(morning).look();
  assert.deepEqual(steps, all.slice(0, 2));
  await process(morning).look();
  assert.deepEqual([steps, await written(world)], [all, all]);
});

testOnEach("a work whose time is over goes on there the next night", async (world) => {
  const { steps, process } = await scene(world);
  await process(morning, { nightMs: 1 }).look();
  assert.deepEqual(steps, all.slice(0, 1));
  await process(morning, { nightMs: 1 }).look();
  assert.deepEqual(steps, all.slice(0, 1), "the night's time is used up, whoever looks");
  await process(nextMorning).look();
  assert.deepEqual(steps, all);
});

onServer("two processes take each step once", async (world) => {
  const entered = Promise.withResolvers<void>();
  const other = Promise.withResolvers<void>();
  const { steps, process } = await scene(world, async (step) => {
    if (step !== "1 0") return;
    entered.resolve();
    await other.promise;
  });
  const first = process(morning).look();
  await deadline(entered.promise, patienceMs, "the first step");
  await process(morning).look(); // the work is the other's for this step
  assert.deepEqual(steps, []);
  other.resolve();
  await Promise.all([first, process(morning).look(), process(morning).look()]);
  await process(morning).look();
  assert.deepEqual([steps, await written(world)], [all, all]);
});

testOnEach("what fails in a company keeps no other waiting", async (world) => {
  let isBroken = true;
  const { steps, logged, process } = await scene(world, (step) => {
    if (step === "1 1" && isBroken) throw new Error("no such thing");
  });
  await process(morning).look();
  assert.deepEqual(steps, ["1 0", "2 0", "2 1", "2 2"]);
  const failure = logged.map((line) => JSON.parse(line))
    .find(({ event }) => event === "nightly_failed");
  assert.deepEqual([failure.work, failure.companyId], ["count", 1]);
  isBroken = false;
  await process(nextMorning).look();
  assert.deepEqual(steps.slice(4), all);
});
