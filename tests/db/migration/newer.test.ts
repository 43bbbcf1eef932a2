/** Versions beside each other: what an older one does on the schema of a later one. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import { type Database, openDatabase } from "@/lib/db/connection.ts";
import type { Migration } from "@/lib/db/migration/migration.ts";
import { raiseOldest, readNotes, readOldest } from "@/lib/db/migration/notes.ts";
import { runMigrations } from "@/lib/db/migration/run_migrations.ts";
import { prepareSchema, requireSchema, SchemaNotReady } from "@/lib/db/prepare_schema.ts";
import { recurring } from "@/lib/service/recurring.ts";
import { createLog } from "@/lib/tools/log.ts";
import { version } from "@/lib/tools/version.ts";
import { testCommands } from "../../commands/harness.ts";
import { testOnEach } from "../../support/world.ts";
import { testOnEachDatabase } from "../each.ts";

const log = createLog("error");

async function noteLater({ db }: Pick<Database, "db">): Promise<void> {
  await sql`insert into kysely_migration (name, timestamp, version)
    values ('9998_later', now()::text, null), ('9999_last', now()::text, '1.9.0')`.execute(db);
}

const refusal = (reason: string) => (error: Error) => {
  assert.ok(error instanceof SchemaNotReady);
  const start = "the database is of a newer version, 1.9.0: it has 9998_later, 9999_last, ";
  assert.equal(error.message, `${start}${reason}; this is ${version}`);
  return true;
};

testOnEachDatabase("a version starts on a later schema while it can use it", async (database) => {
  const { db } = database;
  const prepare = () => prepareSchema(database, { ownerUrl: undefined, log });
  await noteLater(database);
  assert.deepEqual(await prepare(), []);
  await requireSchema(database);
  await sql`update kysely_migration set name = '0000_other' where name = '0001_tenancy'`
    .execute(db);
  const lacks = /it has 0000_other, 9998_later, 9999_last, lacks 0001_tenancy;/;
  await assert.rejects(prepare, lacks);
  await sql`update kysely_migration set name = '0001_tenancy' where name = '0000_other'`
    .execute(db);
  await db.transaction().execute((trx) => raiseOldest(trx, "9998_later"));
  for (const use of [prepare, () => requireSchema(database)]) {
    await assert.rejects(use, refusal("asks for a version that knows 9998_later"));
  }
});

testOnEachDatabase("a migration that narrows says who may go on", async ({ db }) => {
  assert.equal(await readOldest(db), "0084_versions");
  const nothing = () => Promise.resolve();
  const run = (migrations: Record<string, Migration>) => runMigrations(db, migrations);
  await run({ "9001_widens": { change: "widens", up: nothing } });
  assert.equal(await readOldest(db), "0084_versions");
  await run({ "9003_narrows": { change: "narrows", oldest: "9001_widens", up: nothing } });
  assert.equal(await readOldest(db), "9001_widens");
  const broken = [{ statement: { sql: "select 1 / 0", locks: {} } }];
  const narrows = { "9004_narrows": { change: "narrows" as const, steps: broken } };
  await assert.rejects(run(narrows), /division by zero/);
  assert.equal(await readOldest(db), "9004_narrows", "before the first step");
  await run({ "9005_narrows": { change: "narrows", oldest: "9002_other", up: nothing } });
  assert.equal(await readOldest(db), "9004_narrows", "it never goes back");
  const notes = await readNotes(db);
  assert.deepEqual(notes.slice(-1), [{ name: "9005_narrows", version }]);
});

testOnEach("/readyz warns of a later schema, and is unready once it is too late", async (world) => {
  const work = recurring.find(({ name }) => name.includes("later version changed the schema"))!;
  assert.equal(work.schedule, "* * * * *");
  const look = async () => {
    await work.run(world.services);
    const { status, body } = await world.call("GET", "/readyz");
    return [status, body.data?.warnings ?? body.details.stuck];
  };
  assert.deepEqual(await look(), [200, []]);
  await noteLater(world.owner);
  assert.deepEqual(await look(), [200, ["schema_newer"]]);
  await world.owner.db.transaction().execute((trx) => raiseOldest(trx, "9999_last"));
  assert.deepEqual(await look(), [503, ["schema"]]);
  await look();
  const events = world.logged.map((line) => JSON.parse(line).event);
  for (const event of ["schema_newer", "schema_passed"]) {
    assert.equal(events.filter((one) => one === event).length, 1, event);
  }
}, { both: true });

testCommands(
  "a command on a schema that went on says so in one line",
  async ({ url, dataDir, run }) => {
    assert.equal((await run("migrate")).code, 0);
    const open = () => openDatabase({ url, dir: `${dataDir}/postgres`, log });
    const database = await open();
    await noteLater(database);
    await database.db.transaction().execute((trx) => raiseOldest(trx, "9998_later"));
    await database.close();
    for (const task of ["migrate", "check-data"] as const) {
      const { code, out, err } = await run(task);
      assert.deepEqual([code, out], [1, ""]);
      assert.match(err, /^relevo: the database is of a newer version, 1\.9\.0: .+\n$/);
    }
  },
  { both: true },
);
