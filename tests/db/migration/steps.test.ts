import assert from "node:assert/strict";
import { sql } from "kysely";
import type { Database } from "@/lib/db/connection.ts";
import { migrations } from "@/lib/db/migrate.ts";
import { transact } from "@/lib/db/transaction.ts";
import { LockNotGiven, patiently } from "@/lib/db/migration/patience.ts";
import { runMigrations } from "@/lib/db/migration/run_migrations.ts";
import { createLog } from "@/lib/tools/log.ts";
import type { Migration } from "@/lib/db/migration/migration.ts";
import { version } from "@/lib/tools/version.ts";
import { until } from "../../support/wait.ts";
import { long } from "../../faults/support/proof.ts";
import { testOnEachDatabase } from "../each.ts";
import { runDespiteKills, testOnServer } from "./own_database.ts";
import { asTenant, extended, finalState, makeParts, name, stateOf, steps } from "./scene.ts";

testOnEachDatabase("steps of a migration run once, and may run again", async ({ db }) => {
  await makeParts(db);
  assert.deepEqual(await runMigrations(db, extended), [name]);
  assert.deepEqual(await stateOf(db), finalState(version));
  assert.deepEqual(await runMigrations(db, extended), []);
  await sql`delete from kysely_migration where name = ${name}`.execute(db);
  assert.deepEqual(await runMigrations(db, extended), [name]);
  assert.deepEqual(await stateOf(db), finalState(version));
});

/** On a migrated database with the parts. */
const testOnParts: typeof testOnServer = (title, test) =>
  testOnServer(title, async (place) => {
    await makeParts(place.database.db);
    await test(place);
  });

/** Each further statement, or every fifth. */
const stride = long ? 1 : 5;

testOnParts("steps go on after a kill at any statement", async ({ url, database: { db } }) => {
  const kills = await runDespiteKills(url, { first: 1, stride });
  assert.ok(kills > 5, `${kills} kills`);
  assert.deepEqual(await stateOf(db), finalState(version));
});

testOnParts("an index that a break left invalid is made again", async ({ database: { db } }) => {
  const running = db.transaction().execute(async (trx) => {
    await sql`select pg_current_xact_id()`.execute(trx);
    await sql`lock table parts in row exclusive mode`.execute(trx);
    const failed = runMigrations(db, {
      [name]: { change: "widens", steps: [{ index: folded }] },
    }).then(() => "made", () => "broken");
    const making = "create index concurrently";
    const pid = await until(() => findWaiting(db, making), { what: "the index to wait for this" });
    await sql`select pg_terminate_backend(${pid})`.execute(db);
    return await failed;
  });
  assert.equal(await running, "broken");
  const { rows } = await sql`select indisvalid as valid from pg_index
    where indexrelid = 'parts_folded'::regclass`.execute(db);
  assert.deepEqual(rows, [{ valid: false }]);
  await runMigrations(db, extended);
  assert.deepEqual(await stateOf(db), finalState(version));
});

testOnParts("a copy waits for who deletes a row, and leaves that out", async ({ database }) => {
  const { db } = database;
  const [copy] = steps.filter((step) => "copy" in step);
  const running = await db.transaction().execute(async (trx) => {
    await asTenant(trx, 1);
    await sql`delete from parts where company_id = 1 and name = 'Part 7'`.execute(trx);
    const only: Migration = { change: "widens", steps: [copy!] };
    const running = runMigrations(db, { ...migrations, "8999_numbers": only });
    await until(() => findWaiting(db, "insert into part_numbers"), { what: "the copy" });
    return { running };
  });
  await running.running;
  await runMigrations(db, extended);
  const [first, second] = (await stateOf(db)).counts as { rows: number; numbers: number }[];
  assert.deepEqual([first!.rows, first!.numbers, second!.numbers], [2_499, 2_499, 2_500]);
});

const folded = { name: "parts_folded", table: "parts", columns: "(company_id, name)" };

async function findWaiting(db: Database["db"], start: string): Promise<number | undefined> {
  const { rows: [one] } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database()
      and starts_with(query, ${start}) and wait_event_type = 'Lock'`.execute(db);
  return one?.pid;
}

testOnParts("a step without its lock lets others pass, and says so", async ({ database }) => {
  const { db } = database;
  const lines: string[] = [];
  const loud = createLog("info", (line) => void lines.push(line));
  const migrated = await db.transaction().execute(async (trx) => {
    await asTenant(trx, 1);
    // What `alter table` waits for; whoever comes later waits behind that.
    await sql`select from parts limit 1`.execute(trx);
    const running = runMigrations(db, extended, { log: loud });
    const waits = () =>
      lines.map((line) => JSON.parse(line)).filter(({ event }) =>
        event === "migration_waits_for_lock"
      );
    await until(() => write(db), { what: "a writer to pass" });
    await until(() => waits().length >= 2, { what: "the log to say so" });
    await write(db);
    const { migration, step, tries } = waits()[0]!;
    assert.deepEqual([migration, tries], [name, 3]);
    assert.match(step, /^alter table parts add column/);
    return { running };
  });
  assert.deepEqual(await migrated.running, [name]);
});

async function write(db: Database["db"]): Promise<true> {
  await db.transaction().execute(async (trx) => {
    await asTenant(trx, 2);
    await sql`update parts set name = 'Other' where id = 3000`.execute(trx);
  });
  return true;
}

testOnParts("a lock that is never given ends in a line for the operator", async ({ database }) => {
  const { db } = database;
  await db.transaction().execute(async (trx) => {
    await sql`lock table parts in access share mode`.execute(trx);
    const add = (other: typeof trx) => sql`alter table parts add a integer`.execute(other);
    const patience = { what: { migration: name, step: "add" }, longestMs: 1 };
    await assert.rejects(
      patiently(db, async (other) => void await add(other), patience),
      (error) => {
        assert.ok(error instanceof LockNotGiven);
        assert.match(error.message, /^9000_parts, add: canceling statement due to lock timeout$/);
        return true;
      },
    );
  });
});

testOnParts("writers go on beside all steps, and none is lost", async ({ database }) => {
  const { db } = database;
  let isOver = false;
  const writeOn = async (company: number) => {
    let count = 0;
    while (!isOver) {
      // A deadlock is tried again, as the app does it.
      await transact(db, async (trx) => {
        await asTenant(trx, company);
        await sql`update parts set name = name || ${"."} where id % 50 = ${count % 50}
          and length(name) < 90`.execute(trx);
        await sql`insert into parts (company_id, name) values (${company}, 'New')`.execute(trx);
      });
      count++;
    }
    return count;
  };
  const writers = [1, 2, 1].map(writeOn);
  await until(async () => (await countOf(db)) > 10, { what: "writers to have begun" });
  await runMigrations(db, extended);
  isOver = true;
  const written = await Promise.all(writers);
  assert.equal(await countOf(db), written.reduce((sum, count) => sum + count, 0));
  const { indexes, constraints, isRequired } = await stateOf(db);
  const { counts: _, note: __, ...expected } = finalState(version);
  assert.deepEqual({ constraints, indexes, isRequired }, expected);
});

/** Rows that writers added. */
async function countOf(db: Database["db"]): Promise<number> {
  let sum = 0;
  for (const company of [1, 2]) {
    await db.transaction().execute(async (trx) => {
      await asTenant(trx, company);
      const { rows: [row] } = await sql<{ count: number }>`
        select count(*)::int as count from parts where name like 'New%'`.execute(trx);
      sum += row!.count;
    });
  }
  return sum;
}

testOnParts("a migration that fails leaves those before it, and nothing of itself", async ({
  database: { db },
}) => {
  const later = {
    ...extended,
    "9001_fails": {
      change: "widens" as const,
      async up(trx: Database["db"]) {
        await sql`create table half (a integer)`.execute(trx);
        await sql`select 1 / 0`.execute(trx);
      },
    },
    "9002_never": { change: "widens" as const, up: () => Promise.reject(new Error("too early")) },
  };
  await assert.rejects(runMigrations(db, later), /division by zero/);
  assert.deepEqual(await stateOf(db), finalState(version));
  const { rows } = await sql`select to_regclass('half') as half,
    (select max(name) from kysely_migration) as last`.execute(db);
  assert.deepEqual(rows, [{ half: null, last: name }]);
});
