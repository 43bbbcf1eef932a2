/** A database that cannot be used is named in one sentence, with what to do. */
import assert from "node:assert/strict";
import { openGatewayDatabase } from "@/gateway/storage/database.ts";
import { openDatabase } from "@/lib/db/connection.ts";
import { prepareOnceUp, requireSchema, SchemaNotReady } from "@/lib/db/prepare_schema.ts";
import { DatabaseAway } from "@/lib/db/hosts/unreachable.ts";
import { createLog } from "@/lib/tools/log.ts";
import { createMigrated } from "../support/world_database.ts";
import { testDatabases } from "../support/test_server.ts";
import { freePort } from "../support/process.ts";

const log = createLog("error");
const server = await testDatabases();

/** Addresses that lead nowhere, by the sentence that each gets. */
function wrongAddresses(url: string): [sentence: RegExp, url: string][] {
  const changed = (change: Partial<URL>) => Object.assign(new URL(url), change).href;
  return [
    [
      /^the database does not answer: .*ECONNREFUSED.*; start Postgres, or correct the host and port in \w+$/,
      changed({ port: String(freePort()) }),
    ],
    [
      /^the database refuses the login: password .* failed for user .*; correct the user and password in /,
      changed({ password: "wrong" }),
    ],
    [
      /^the server has no such database: .*"nothing".*; create it, or correct its name in /,
      changed({ pathname: "/nothing" }),
    ],
    [
      /^the database's host is not found: .*nohost\.invalid; correct its name in /,
      changed({ hostname: "nohost.invalid" }),
    ],
  ];
}

const ignore = server === null;

Deno.test({
  name: "a start that finds no database ends with a sentence that says what to do",
  ignore,
  async fn() {
    const url = await createMigrated();
    for (const [sentence, wrong] of wrongAddresses(url)) {
      const database = await openDatabase({ url: wrong, log, poolSize: 1 });
      const ended = (error: unknown) => {
        assert.ok(error instanceof DatabaseAway, String(error));
        assert.match(error.message, sentence);
        return true;
      };
      const options = { ownerUrl: undefined, log, patienceMs: 0 };
      await assert.rejects(prepareOnceUp(database, options), ended);
      await database.close();
      await assert.rejects(openGatewayDatabase({ url: wrong, log, patienceMs: 0 }), ended);
    }
    await server!.dropDatabase(url);
  },
});

Deno.test({
  name: "an empty database, and another program's, are named as such and left alone",
  ignore,
  async fn() {
    const url = await server!.createDatabase();
    const database = await openDatabase({ url, log, poolSize: 1 });
    const options = { ownerUrl: undefined, log };
    await assert.rejects(requireSchema(database), { message: /has no tables of Relevo/ });
    await database.db.schema.createTable("contacts").addColumn("name", "text").execute();
    const other = /another program's: it has contacts; give Relevo one of its own$/;
    await assert.rejects(prepareOnceUp(database, options), (error) => {
      assert.ok(error instanceof SchemaNotReady);
      assert.match(error.message, other);
      return true;
    });
    const tables = await database.db.introspection.getTables();
    assert.deepEqual(tables.map(({ name }) => name), ["contacts"]);
    await database.close();
    await server!.dropDatabase(url);
  },
});
