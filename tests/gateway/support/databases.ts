/** Databases for the gateway on the test server, each with a schema of its login's name. */
import pg from "pg";
import { openGatewayDatabase } from "@/gateway/storage/database.ts";
import { createLog } from "@/lib/log.ts";
import { testDatabases } from "@/tests/support/test_server.ts";

const server = await testDatabases();

/** The address of a new database with the gateway's tables. */
export function gatewayDatabase(): Promise<string> {
  return server!.createDatabase({
    template: {
      key: "gateway",
      async prepare(url) {
        const client = new pg.Client({ connectionString: url });
        await client.connect();
        await client.query(`create schema "${new URL(url).username}"`);
        await client.end();
        await (await openGatewayDatabase({ url, log: createLog("error") })).close();
      },
    },
  });
}
