import assert from "node:assert/strict";
import { sql } from "kysely";
import { type Db, openDatabase } from "@/lib/db/connection.ts";
import { Growth } from "@/lib/db/pool/growth.ts";
import { forValues, plannedForValues } from "@/lib/db/pool/literals.ts";
import { transact } from "@/lib/db/transaction.ts";
import { createLog } from "@/lib/tools/log.ts";
import { StatementNames } from "@/lib/db/pool/statement_names.ts";
import { until } from "../support/wait.ts";
import { testOnEach } from "../support/world.ts";
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

/** @param name of these alone */
async function namesOn(db: Db, name = ""): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_prepared_statements where starts_with(name, ${name})`
    .execute(db);
  return rows[0]!.n;
}

Deno.test("a change is named at its third use, a list never", () => {
  const [names, connection] = [new StatementNames(), {}];
  const nameOf = (text: string) => names.nameOf(text, connection);
  const uses = [1, 2, 3, 4].map(() => nameOf("update t set a = $1"));
  assert.deepEqual(uses.slice(0, 2), [undefined, undefined]);
  assert.ok(uses[2] && uses[3] === uses[2]);
  assert.equal(nameOf("/* plan once: known */ select $1"), "known");
  const list = "select id, updated_at from t where company_id = $1";
  assert.deepEqual([1, 2, 3].map(() => nameOf(list)), [undefined, undefined, undefined]);
  assert.ok([1, 2, 3].map(() => nameOf(`${list} for update`)).at(-1), "a lock is a look-up");
});

Deno.test("a list that holds its values is named, up to so many on a connection", () => {
  const [names, one, another] = [new StatementNames(), {}, {}];
  const ask = (connection: object, company: number) => {
    const text = `${plannedForValues}id from t where company_id = ${company}`;
    const [, , name] = [1, 2, 3].map(() => names.nameOf(text, connection));
    if (name !== undefined) names.tries(connection, name, text);
    return name;
  };
  const all = Array.from({ length: 100 }, (_, company) => ask(one, company));
  assert.equal(all.filter((name) => name !== undefined).length, 60);
  assert.equal(ask(one, 0), all[0]);
  assert.equal(ask(one, 99), undefined);
  assert.ok(ask(another, 99));
});

testOnEach("a list of numbers alone is prepared, one with a text is not", async (world) => {
  const { db } = world.services.database;
  const list = (trx: Db) => trx.selectFrom("companies").select("id").where("id", "=", 1);
  const name = sql<{ statement: string }>`
    select statement from pg_prepared_statements where statement like ${`${plannedForValues}%`}`;
  await db.transaction().execute(async (trx) => {
    for (let n = 0; n < 4; n++) {
      assert.deepEqual((await forValues(list(trx)).execute(trx)).rows, [{ id: 1 }]);
    }
    const texts = (await name.execute(trx)).rows.map(({ statement }) => statement);
    const text = `${plannedForValues}"id" from "companies" where "id" = 1`;
    assert.deepEqual(texts, world.kind === "postgres" ? [text] : []);
  });
  await db.transaction().execute(async (trx) => {
    const named = trx.selectFrom("companies").select("id").where("slug", "=", "it's $1 none");
    for (let n = 0; n < 4; n++) assert.deepEqual((await forValues(named).execute(trx)).rows, []);
  });
});

Deno.test("a connection knows only so many names, and each as long as plans hold", () => {
  const names = new StatementNames();
  const [one, another] = [{}, {}];
  assert.equal(names.tries(one, "a", "select $1"), false);
  assert.equal(names.tries(one, "a", "select $1"), "perhaps");
  names.knows(one, "a");
  assert.equal(names.tries(one, "a", "select $1"), true);
  assert.throws(() => names.tries(one, "a", "select $2"), /two statements/);
  names.renew();
  assert.equal(names.tries(one, "a", "select $1"), "perhaps");
  names.knows(one, "a");
  assert.equal(names.tries(one, "a", "select $1"), true);
  assert.equal(names.tries(another, "a", "select $1"), false);
  for (let n = 0; n < 500; n++) names.tries(one, `n_${n}`, "select $1");
  assert.deepEqual([names.isFull(one), names.isFull(another)], [true, false]);
});

Deno.test("a table has grown when it has three times the rows of the last plans", () => {
  const growth = new Growth();
  const look = (rows: number) => growth.hasGrown([{ oid: 1, rows }]);
  const hits = [10, 2_000, 2_001, 6_000, 6_004, 18_000, 18_013].map(look);
  assert.deepEqual(hits, [false, false, true, false, true, false, true]);
});

Deno.test({
  ...settings,
  name: "a table may change its form under a statement that is prepared",
  fn: () =>
    openOne(async (db) => {
      const read = (one: Db) =>
        sql<object>`/* plan once: read_it */ select * from changing where id = ${1}`.execute(one);
      await sql`create table changing as select 1 as id`.execute(db);
      for (let n = 0; n < 4; n++) await read(db);
      assert.equal(await namesOn(db, "read_it"), 1);
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
  name: "a session may lose what was prepared in it, or end",
  fn: () =>
    openOne(async (db) => {
      const read = async (one: Db) => {
        const { rows } = await sql<{ n: number }>`/* plan once: seven */ select ${7}::int as n`
          .execute(one);
        assert.deepEqual(rows, [{ n: 7 }]);
      };
      const prepare = async () => {
        for (let n = 0; n < 4; n++) await read(db);
        assert.ok(await namesOn(db) > 0);
      };
      await prepare();
      await sql`discard all`.execute(db);
      await read(db);
      await prepare();
      await sql`discard all`.execute(db);
      await transact(db, read);
      await prepare();
      await assert.rejects(sql`select pg_terminate_backend(pg_backend_pid())`.execute(db));
      await transact(db, read);
    }),
});

Deno.test({
  ...settings,
  name: "a statement whose preparation failed is prepared the next time",
  fn: () =>
    openOne(async (db) => {
      const read = (value: string) =>
        sql<{ n: number }>`/* plan once: cast_it */ select ${value}::text::int as n`.execute(db);
      await assert.rejects(read("none"), { code: "22P02" });
      assert.deepEqual((await read("7")).rows, [{ n: 7 }]);
      await assert.rejects(read("none"), { code: "22P02" });
      assert.deepEqual((await read("8")).rows, [{ n: 8 }]);
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
