/** What goes out together is done in its transaction and as its role, or not at all. */
import assert from "node:assert/strict";
import { sql } from "kysely";
import {
  endingWithRead,
  executeWithCommit,
  executeWithNext,
  readTogether,
} from "@/lib/db/pool/departure.ts";
import { type BareTrx, type Database, type Db, openDatabase } from "@/lib/db/connection.ts";
import { asWorker, inCompany, transact } from "@/lib/db/transaction.ts";
import { createLog } from "@/lib/tools/log.ts";
import { testDatabases } from "../support/test_server.ts";
import { testOnEachDatabase } from "./each.ts";

async function makeTable({ db }: Pick<Database, "db">): Promise<void> {
  await sql`create table kept (who text default current_user, id int primary key)`.execute(db);
}

async function idsIn({ db }: Pick<Database, "db">): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from kept order by id`.execute(db);
  return rows.map(({ id }) => id);
}

const insert = (db: Db, id: number) => sql`insert into kept (id) values (${id})`.execute(db);

testOnEachDatabase("the first statement of a company is the company's", async (database) => {
  await makeTable(database);
  await assert.rejects(inCompany(database.db, 1, (trx) => insert(trx, 1)), /permission denied/);
  await assert.rejects(asWorker(database.db, (trx) => insert(trx, 2)), /permission denied/);
  assert.deepEqual(await idsIn(database), []);
  const whose = await inCompany(database.db, 2, async (trx) => {
    const { rows } = await sql<{ role: string; company: string }>`
      select current_user::text as role, current_setting('app.company_id') as company,
        ${1}::int as one`.execute(trx);
    return rows[0]!;
  });
  assert.deepEqual(whose, { role: "relevo_tenant", company: "2", one: 1 });
});

const spoilers: Record<string, (trx: BareTrx) => Promise<unknown>> = {
  "a role that is not there": (trx) =>
    executeWithNext(trx, sql`select set_config('role', 'nobody_here', true)`),
  "a text that is no SQL": (trx) => executeWithNext(trx, sql`selekt set_config('role', 'x')`),
  "a company that is none": (trx) =>
    executeWithNext(trx, sql`select set_config('app.company_id', ${"x"}::int::text, true)`),
};

for (const [name, spoil] of Object.entries(spoilers)) {
  testOnEachDatabase(`nothing is done after ${name}`, async (database) => {
    await makeTable(database);
    const { db } = database;
    await assert.rejects(transact(db, async (trx) => {
      await spoil(trx);
      await insert(trx, 1);
    }));
    await assert.rejects(transact(db, async (trx) => {
      await spoil(trx);
      await executeWithCommit(trx, sql`insert into kept (id) values (${2})`);
    }));
    // Nor where the failure is passed over.
    await assert.rejects(transact(db, async (trx) => {
      await spoil(trx).catch(() => {});
      await insert(trx, 3).catch(() => {});
      await insert(trx, 4);
    }));
    assert.deepEqual(await idsIn(database), []);
    await transact(db, (trx) => insert(trx, 5));
    assert.deepEqual(await idsIn(database), [5]);
  });
}

const ignore = await testDatabases() === null;

/** On a real server, with one connection, so that what it did last matters. */
function testOnOne(name: string, test: (database: Database) => Promise<void>): void {
  Deno.test({
    name,
    ignore,
    async fn() {
      const url = await (await testDatabases())!.createDatabase();
      const database = await openDatabase({ url, log: createLog("error"), poolSize: 1 });
      try {
        await makeTable(database);
        await test(database);
      } finally {
        await database.close();
      }
    },
  });
}

testOnOne("statements sent with the begin do nothing where it fails", async (database) => {
  // Kysely's name of a level that Postgres does not have.
  const begun = (work: (db: Db) => Promise<unknown>) =>
    database.db.transaction().setIsolationLevel("snapshot").execute(work);
  const failures: ((db: Db) => Promise<unknown>)[] = [
    (db) => insert(db, 1),
    (db) => sql`insert into kept (id) values (2)`.execute(db),
    (db) => sql`insert into kept (id) values (3); select 1`.execute(db),
    (db) => executeWithCommit(db, sql`insert into kept (id) values (${4})`),
    (db) => Promise.all([5, 6, 7].map((id) => insert(db, id))),
    (db) => insert(db, 8).catch(() => insert(db, 9)),
  ];
  for (const fail of failures) await assert.rejects(begun(fail), /syntax error/);
  await assert.rejects(begun((db) => insert(db, 10).catch(() => {})), {
    name: "AbortedTransactionError",
  });
  assert.deepEqual(await idsIn(database), []);
});

testOnOne(
  "nothing is done after a role that took too long, or whose server was ended",
  async (db) => {
    const slow = transact(db.db, async (trx) => {
      await executeWithNext(trx, sql`select set_config('statement_timeout', '20', true)`);
      await executeWithNext(trx, sql`select pg_sleep(20)`);
      await insert(trx, 1);
    });
    await assert.rejects(slow, { code: "57014" });
    const ended = transact(db.db, async (trx) => {
      await executeWithNext(trx, sql`select pg_terminate_backend(pg_backend_pid())`);
      await insert(trx, 2);
    });
    await assert.rejects(ended);
    assert.deepEqual(await idsIn(db), []);
  },
);

testOnOne("a connection that is kept serves on after a rollback", async (database) => {
  await database.db.connection().execute(async (connection) => {
    const twice = connection.transaction().execute(async (trx) => {
      await insert(trx, 1);
      await insert(trx, 1);
    });
    await assert.rejects(twice, { code: "23505" });
    await insert(connection, 2);
  });
  assert.deepEqual(await idsIn(database), [2]);
});

testOnOne("a transaction is over with its last statement", async (database) => {
  const { db } = database;
  const last = (trx: Db, id: number) =>
    executeWithCommit(trx, sql`insert into kept (id) values (${id})`);
  await transact(db, (trx) => last(trx, 1));
  await assert.rejects(transact(db, (trx) => last(trx, 1)), { code: "23505" });
  await assert.rejects(
    transact(db, async (trx) => {
      await last(trx, 2);
      await insert(trx, 3);
    }),
    /is over/,
  );
  await assert.rejects(
    transact(db, (trx) => Promise.all([last(trx, 4), insert(trx, 5)])),
    /is over/,
  );
  await assert.rejects(transact(db, (trx) => last(trx, 1).catch(() => {})), {
    name: "AbortedTransactionError",
  });
  assert.deepEqual(await idsIn(database), [1, 2, 4]);
  // A constraint that waits for the commit fails its statement.
  await sql`create table child (id int references kept deferrable initially deferred)`.execute(db);
  await assert.rejects(
    transact(db, (trx) => executeWithCommit(trx, sql`insert into child values (${9})`)),
    { code: "23503" },
  );
  await transact(db, (trx) => insert(trx, 6));
  assert.deepEqual(await idsIn(database), [1, 2, 4, 6]);
});

testOnEachDatabase(
  "what is read together comes apart, in a transaction or not",
  async (database) => {
    await makeTable(database);
    const { db } = database;
    const one = (n: number) =>
      sql<{ n: number }>`/* plan once: one_${sql.raw(String(n))} */
    select ${n}::int as n`;
    const read = async (trx: Db) => {
      const [none, first, [id], second] = await readTogether(
        trx,
        sql<{ id: number }>`select id from kept where id = ${7}`,
        one(1),
        sql<{ id: number; who: string }>`select who, id from kept`,
        sql<{ n: number }>`(select 2 as n) union all select 3 order by 1`,
      );
      return [none, first, id?.id, second];
    };
    await insert(db, 1);
    const expected = [[], [{ n: 1 }], 1, [{ n: 2 }, { n: 3 }]];
    assert.deepEqual(await read(db), expected);
    for (let n = 0; n < 4; n++) assert.deepEqual(await transact(db, read), expected);
    const last = await transact(db, async (trx) => {
      const [all] = await readTogether(trx, sql<{ id: number }>`select id from kept`);
      return all;
    });
    assert.deepEqual(last, [{ id: 1 }]);
  },
);

testOnEachDatabase("one that fails among what is read together fails all", async (database) => {
  await makeTable(database);
  const { db } = database;
  const good = sql`insert into kept (id) values (${1})`;
  const bad = sql`select ${0}::int / ${0}::int`;
  for (const statements of [[good, bad], [bad, good], [good, bad, good]]) {
    await assert.rejects(transact(db, (trx) => readTogether(trx, ...statements)), /by zero/);
  }
  assert.deepEqual(await idsIn(database), []);
});

testOnEachDatabase("what is read together may end its transaction", async (database) => {
  await makeTable(database);
  const { db, kind } = database;
  const read = async (trx: BareTrx) => {
    const ids = sql<{ id: number }>`select id from kept`;
    return await readTogether(endingWithRead(trx), sql`select 1 as n`, ids);
  };
  await insert(db, 1);
  for (let n = 0; n < 4; n++) {
    assert.deepEqual(await transact(db, read), [[{ n: 1 }], [{ id: 1 }]]);
  }
  const late = transact(db, async (trx) => {
    await read(trx);
    await insert(trx, 2);
  });
  if (kind === "postgres") await assert.rejects(late, /is over/);
  else await late;
  assert.deepEqual(await idsIn(database), kind === "postgres" ? [1] : [1, 2]);
});
