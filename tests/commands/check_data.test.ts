import assert from "node:assert/strict";
import { sql } from "kysely";
import { openDatabase } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { createLog } from "@/lib/tools/log.ts";
import { startApp } from "../support/process.ts";
import { testCommands } from "./harness.ts";

testCommands("check-data says what is broken, and changes nothing", async (operator) => {
  const { run, dataDir, url } = operator;
  const before = await run("check-data");
  assert.equal(before.code, 1);
  assert.match(before.err, /^relevo: the database has no tables of Relevo: /);
  await run("migrate");
  assert.deepEqual(await run("check-data"), { code: 0, out: "All data is whole.\n", err: "" });
  const json = await run("check-data", "--company", "2", "--json");
  assert.deepEqual([json.code, JSON.parse(json.out)], [0, { faults: [] }]);

  const dir = `${dataDir}/postgres`;
  const database = await openDatabase({ url, dir, log: createLog("error"), poolSize: 1 });
  await inCompany(database.db, 1, async (trx) => {
    await trx.insertInto("record_counts").values({ company_id: 1, kind: "note", n: 3 }).execute();
  });
  await database.close();
  const broken = await run("check-data");
  assert.equal(broken.err, "relevo: broken: kept-counts-are-counts\n");
  assert.match(
    broken.out,
    /^company +table +broken +count +ids\n1 +record_counts +kept-\S+ +1 +note/,
  );
  assert.equal(broken.code, 1);
  const { faults: [fault] } = JSON.parse((await run("check-data", "--json")).out);
  const { name, company_id, table, ids, count } = fault;
  assert.deepEqual([name, company_id, table, ids, count], [
    ...["kept-counts-are-counts", 1, "record_counts", ["note - -"], 1],
  ]);
  assert.equal((await run("check-data", "--company", "2")).code, 0);

  const spent = await openDatabase({ url, dir, log: createLog("error"), poolSize: 1 });
  await inCompany(spent.db, 1, async (trx) => {
    await trx.deleteFrom("record_counts").where("company_id", "=", 1).where("kind", "=", "note")
      .execute();
  });
  await sql`select setval(pg_get_serial_sequence('tasks', 'id'), 2000000000)`.execute(spent.db);
  await spent.close();
  const warned = await run("check-data");
  assert.match(warned.out, /\n +tasks +numbers-have-room +1 +tasks_id_seq\n$/);
  assert.deepEqual([warned.code, warned.err], [0, ""]);

  const nobody = await run("check-data", "--company", "9");
  assert.equal(nobody.err, "relevo: there is no company 9\n");
  const words = await run("check-data", "all", "--deep");
  assert.equal(words.code, 2);
  assert.match(words.err, /^"all" is not expected\n--deep is unknown\n/);
}, { both: true });

testCommands("data is checked beside a running process", async ({ env, run }) => {
  const settings = {
    GATEWAY_JWKS_URL: "http://127.0.0.1:1/keys",
    GATEWAY_AUDIENCE: "relevo-tests",
  };
  await using _app = await startApp({ env: { ...env, ...settings } });
  assert.deepEqual(await run("check-data"), { code: 0, out: "All data is whole.\n", err: "" });
  const nobody = await run("check-data", "--company", "9");
  assert.equal(nobody.code, 1);
  assert.match(nobody.err, /^relevo: (the process in \S+ failed: )?there is no company 9\n$/);
}, { both: true });
