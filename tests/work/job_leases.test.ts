/** Jobs that one of several processes does for all of them. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { recurring } from "@/lib/service/recurring.ts";
import { runOne } from "@/lib/service/start_work.ts";
import { freeJobLeases, JobLeases } from "@/lib/work/job_leases.ts";
import { testOnEachDatabase } from "../db/each.ts";
import { testOnEach } from "../support/world.ts";

testOnEachDatabase("a job is its first process's, until it ends or is silent", async ({ db }) => {
  const ids = [crypto.randomUUID(), crypto.randomUUID()];
  const [first, second] = ids.map((id) => new JobLeases(db, id));
  const take = (of: JobLeases) => Promise.all(["fold", "remind"].map((name) => of.take(name)));
  assert.deepEqual(await take(first!), [true, true]);
  assert.deepEqual(await take(second!), [false, false]);
  assert.deepEqual(await take(first!), [true, true]);
  await sql`update job_leases set until = now() - interval '1 second' where name = 'fold'`
    .execute(db);
  assert.deepEqual(await take(second!), [true, false]);
  assert.deepEqual(await take(first!), [false, true]);
  await freeJobLeases(db, [ids[0]!]);
  assert.deepEqual(await take(second!), [true, true]);
});

testOnEachDatabase("of many that come at once one has the job", async ({ db }) => {
  const results = await Promise.all(
    Array.from({ length: 8 }, () => new JobLeases(db, crypto.randomUUID()).take("fold")),
  );
  assert.equal(results.filter(Boolean).length, 1);
});

testOnEach(
  "a process leaves alone what is another's, and does what is each one's",
  async (world) => {
    const { services } = world;
    const other = new JobLeases(services.database.db, crypto.randomUUID());
    const ran: string[] = [];
    const job = (name: string, everywhere?: true) => ({
      ...{ name, schedule: "* * * * *", everywhere },
      run: () => Promise.resolve(void ran.push(name)),
    });
    assert.equal(await other.take("shared"), true);
    for (const one of [job("shared"), job("own", true), job("free")]) await runOne(services, one);
    assert.deepEqual(ran, ["own", "free"]);
    assert.equal(await other.take("free"), false);
  },
);

Deno.test("names of jobs fit into their column", () => {
  for (const { name } of recurring) assert.ok(name.length <= 100, name);
});
