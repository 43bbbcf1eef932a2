import assert from "node:assert/strict";
import pg from "pg";
import { findServerPrograms, startCluster } from "./cluster.ts";
import { testDatabases } from "./test_server.ts";

const databases = await testDatabases();

Deno.test({
  name: "databases are made in parallel and their owner is bound by row-level security",
  ignore: databases === null,
  async fn() {
    const urls = await Promise.all(Array.from({ length: 20 }, () => databases!.createDatabase()));
    assert.equal(new Set(urls).size, 20);
    const [role] = await query(
      urls[0]!,
      `SELECT rolsuper, rolbypassrls, rolinherit, rolcreaterole, rolcanlogin,
              pg_get_userbyid(datdba) = current_user AS owns
         FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`,
    );
    assert.deepEqual({ ...role }, {
      rolsuper: false,
      rolbypassrls: false,
      rolinherit: false,
      rolcreaterole: true,
      rolcanlogin: true,
      owns: true,
    });
    await Promise.all(urls.map((url) => databases!.dropDatabase(url)));
    await assert.rejects(query(urls[0]!, "SELECT 1"), { code: "3D000" });
  },
});

Deno.test({
  name: "a template is prepared once and copied for everyone who asks",
  ignore: databases === null,
  async fn() {
    let prepared = 0;
    const template = {
      key: "self-test",
      prepare: async (url: string) => {
        prepared++;
        await query(url, "CREATE TABLE seen AS SELECT 1 AS n");
      },
    };
    const create = () => databases!.createDatabase({ template });
    const urls = await Promise.all([create(), create(), create()]);
    for (const url of urls) assert.equal((await query(url, "SELECT n FROM seen"))[0]!.n, 1);
    assert.equal(prepared, 1);
    await assert.rejects(databases!.dropDatabase(databases!.adminUrl), /Not a database of this/);
    await Promise.all(urls.map((url) => databases!.dropDatabase(url)));
  },
});

Deno.test({
  name: "a server of one's own keeps what was committed through every kind of stop",
  ignore: findServerPrograms() === null,
  async fn() {
    await using cluster = await startCluster();
    const url = await cluster.createDatabase({ owner: "shop" });
    await query(url, "CREATE TABLE kept (mode text)");
    for (const mode of ["fast", "immediate", "kill"] as const) {
      await query(url, `INSERT INTO kept VALUES ('${mode}')`);
      await cluster.restart({ mode });
    }
    const rows = await query(url, "SELECT mode, current_setting('fsync') AS fsync FROM kept");
    assert.deepEqual(rows.map((row) => row.mode), ["fast", "immediate", "kill"]);
    assert.equal(rows[0]!.fsync, "on");
    await cluster.stop();
    await assert.rejects(query(url, "SELECT 1"), { code: "ECONNREFUSED" });
  },
});

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
