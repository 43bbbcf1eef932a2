import assert from "node:assert/strict";
import { sql } from "kysely";
import { type Db, openDatabase } from "@/lib/db/connection.ts";
import { withCommit } from "@/lib/db/bounded_pool.ts";
import { Growth } from "@/lib/db/growth.ts";
import { asWorker, transact } from "@/lib/db/transaction.ts";
import { createLog } from "@/lib/log.ts";
import { StatementNames } from "@/lib/db/statement_names.ts";
import { until } from "../support/wait.ts";
import { testDatabases } from "../support/test_server.ts";

const ignore = await testDatabases() === null;
const settings = { ignore, sanitizeOps: false, sanitizeResources: false };

async function openOne(work: (db: Db) => Promise<void>): Promise<void> {
  const url = await (await testDatabases())!.createDatabase();
  const database = await openDatabase({ url, log: createLog("error"), poolSize: 1 });
  try {
    await work(database.db);
  } finally {
    await database.close();
  }
}

async function namesOn(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_prepared_statements`.execute(db);
  return rows[0]!.n;
}

Deno.test("a statement is named at its third use, and a connection knows only so many", () => {
  const names = new StatementNames();
  const connection = {};
  const uses = [1, 2, 3, 4].map(() => names.nameOf(connection, "select $1"));
  assert.deepEqual(uses.slice(0, 2), [undefined, undefined]);
  assert.ok(uses[2] && uses[3] === uses[2]);
  assert.ok(names.isFresh(connection));
  for (let n = 0; n < 500; n++) names.nameOf(connection, `/* plan once: n_${n} */ select $1`);
  assert.ok(!names.isFresh(connection));
  const another = {};
  names.nameOf(another, "select $1");
  assert.ok(names.isFresh(another));
  names.renew();
  assert.ok(!names.isFresh(another));
});

Deno.test("a table has grown when it has three times the pages of the last plans", () => {
  const growth = new Growth();
  const look = (pages: number) => growth.hasGrown([{ oid: 1, pages }]);
  assert.deepEqual([10, 64, 65, 190, 196, 500, 600].map(look), [
    false,
    false,
    true,
    false,
    true,
    false,
    true,
  ]);
});

Deno.test({
  ...settings,
  name: "a table may change its form under a statement that is prepared",
  fn: () =>
    openOne(async (db) => {
      const read = (one: Db) => sql<object>`select * from changing where id = ${1}`.execute(one);
      await sql`create table changing as select 1 as id`.execute(db);
      for (let n = 0; n < 4; n++) await read(db);
      assert.equal(await namesOn(db), 1);
      await sql`alter table changing add b int`.execute(db);
      assert.deepEqual((await read(db)).rows, [{ id: 1, b: null }]);
      for (let n = 0; n < 4; n++) await read(db);
      await sql`alter table changing add c int`.execute(db);
      const { rows } = await transact(db, (trx) => read(trx));
      assert.deepEqual(rows, [{ id: 1, b: null, c: null }]);
    }),
});

Deno.test({
  ...settings,
  name: "a plan made on an empty table does not stay when the table grows",
  fn: async () => {
    const url = await (await testDatabases())!.createDatabase();
    const growthMs = 0;
    const database = await openDatabase({ url, log: createLog("error"), poolSize: 2, growthMs });
    try {
      const { db } = database;
      await sql`create table growing with (autovacuum_enabled = off) as select 1 as id`.execute(db);
      await sql`create index on growing (id)`.execute(db);
      await sql`vacuum analyze growing`.execute(db);
      const plan = () =>
        transact(db, async (trx) => {
          for (let n = 0; n < 8; n++) {
            await sql`/* plan once: find_it */ select from growing where id = ${n}`.execute(trx);
          }
          const { rows } = await sql<{ "QUERY PLAN": string }>`explain execute find_it (1)`
            .execute(trx);
          return rows.map((row) => row["QUERY PLAN"]).join(" ");
        });
      assert.match(await plan(), /Seq Scan.*id = \$1/);
      await sql`insert into growing select n from generate_series(1, 200000) n`.execute(db);
      // The look that finds it runs beside; what is asked after it is planned anew.
      await until(async () => /Index.*id = \$1/.test(await plan()), { what: "another plan" });
    } finally {
      await database.close();
    }
  },
});

Deno.test({
  ...settings,
  name: "what goes out together is one transaction, or nothing",
  fn: () =>
    openOne(async (db) => {
      await sql`create table kept (id int primary key)`.execute(db);
      const insert = (id: number) =>
        transact(db, (trx) => sql`${withCommit} insert into kept values (${id})`.execute(trx));
      await insert(1);
      await assert.rejects(insert(1), /duplicate key/);
      await insert(2);
      const { rows } = await sql`select id from kept order by id`.execute(db);
      assert.deepEqual(rows, [{ id: 1 }, { id: 2 }]);
      // The role cannot be taken here: what follows is not done by another.
      await assert.rejects(asWorker(db, (trx) => sql`insert into kept values (${3})`.execute(trx)));
      assert.equal((await sql`select 1 from kept where id = 3`.execute(db)).rows.length, 0);
    }),
});
