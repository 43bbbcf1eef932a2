/** Whatever the last release asked in its tests can be asked of today's schema, as who asked it. */
import assert from "node:assert/strict";
import pg from "pg";
import { loginUrl } from "../../support/login.ts";
import { type Asked, shapeOf } from "../../support/statements.ts";
import { testDatabases } from "../../support/test_server.ts";
import { createMigrated } from "../../support/world_database.ts";
import { readStatements } from "./statements.ts";

const server = await testDatabases();
const ignore = server === null;

/** Why the statement cannot be asked: what it names is gone, or its role may not. */
async function whyNot(client: pg.Client, { role, sql }: Asked): Promise<string | null> {
  const values = Math.max(0, ...[...sql.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n)));
  try {
    await client.query(`set role ${role ?? "none"}`);
    await client.query(`prepare asked as ${sql}`);
    // Rights, and the index of an `on conflict`, are looked at when it is planned and begun.
    const nulls = values ? `(${Array(values).fill("null").join(", ")})` : "";
    await client.query(`explain execute asked${nulls}`);
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.query("reset role");
    await client.query("deallocate all");
  }
}

async function withLogin(work: (client: pg.Client, owner: pg.Client) => Promise<void>) {
  const url = await createMigrated();
  const owner = new pg.Client({ connectionString: url });
  const client = new pg.Client({ connectionString: loginUrl(url) });
  await Promise.all([owner.connect(), client.connect()]);
  try {
    await client.query(`select set_config('app.company_id', '1', false),
      set_config('app.user_id', '1', false)`);
    await work(client, owner);
  } finally {
    await Promise.all([owner.end(), client.end()]);
    await server!.dropDatabase(url);
  }
}

/** Of that release's tests themselves: they group by ids that were keys (0094). */
const ofTests = [
  /^\s*select c\.channel_contact_id as id, c\.held, count/,
  /^\s*select n\.id, count\(r\.user_id\)::int as recipients/,
];

Deno.test({
  name: "all that the last release asked can be asked of today's schema",
  ignore,
  fn: () =>
    withLogin(async (client) => {
      const statements = await readStatements();
      const refused = [];
      for (const one of statements) {
        const reason = await whyNot(client, one);
        if (reason) refused.push({ reason, ...one });
      }
      const isExcused = ({ sql }: Asked) => ofTests.some((text) => text.test(sql));
      assert.deepEqual(refused.filter((one) => !isExcused(one)), []);
      assert.equal(refused.length, ofTests.length, "an exception that nothing needs");
      assert.ok(statements.length > 1_000, `${statements.length} statements`);
      for (const role of [null, "relevo_tenant", "relevo_worker"]) {
        assert.ok(statements.some((one) => one.role === role), `of ${role}`);
      }
    }),
});

Deno.test({
  name: "a statement that a change breaks is found",
  ignore,
  fn: () =>
    withLogin(async (client, owner) => {
      const tenant = "relevo_tenant";
      const cases: [change: string, Asked, reason: RegExp][] = [
        [
          "alter table clients rename column phone to telephone",
          { role: tenant, sql: "select phone from clients where company_id = $1" },
          /column "phone" does not exist/,
        ],
        [
          "revoke delete on notes from relevo_tenant",
          { role: tenant, sql: "delete from notes where id = $1" },
          /permission denied for table notes/,
        ],
        [
          "alter table users drop constraint users_email_key",
          {
            role: null,
            sql: "insert into users (email) values ($1) on conflict (email) do nothing",
          },
          /no unique or exclusion constraint/,
        ],
        [
          "drop function relevo_refresh_statistics",
          { role: null, sql: "select relevo_refresh_statistics()" },
          /function relevo_refresh_statistics\(\) does not exist/,
        ],
      ];
      for (const [, statement] of cases) assert.equal(await whyNot(client, statement), null);
      for (const [change, statement, reason] of cases) {
        await owner.query(change);
        assert.match(await whyNot(client, statement) ?? "", reason);
      }
    }),
});

Deno.test("statements that differ in the length of lists alone are one", () => {
  const same = [
    "insert into t (a, b) values ($1, $2)",
    "insert into t (a, b) values ($1, $2), ($3, $4), ($5, $6)",
  ];
  assert.equal(shapeOf(same[0]!), shapeOf(same[1]!));
  assert.equal(shapeOf("select a in ($1)"), shapeOf("select a in ($1, $2, $3)"));
  assert.equal(shapeOf("select a limit 5"), shapeOf("select a\n  limit 50"));
  assert.notEqual(shapeOf("select a where b = $1"), shapeOf("select a where c = $1"));
});
