/**
 * Databases for the gateway: on the test server each has a schema of its login's name, embedded
 * each is a copy of a first one, whose making takes seconds.
 */
import { cp } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { openGatewayDatabase } from "@/gateway/storage/database.ts";
import { createLog } from "@/lib/tools/log.ts";
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

let first: Promise<string> | undefined;

/** Puts an embedded database with the gateway's tables into its data folder. */
export async function embedGatewayDatabase(dataDir: string): Promise<void> {
  first ??= makeFirst();
  await cp(await first, join(dataDir, "postgres"), { recursive: true });
}

async function makeFirst(): Promise<string> {
  const dir = await Deno.makeTempDir({ prefix: "relevo-gateway-first-" });
  globalThis.addEventListener("unload", () => Deno.removeSync(dir, { recursive: true }));
  await (await openGatewayDatabase({ dir, log: createLog("error") })).close();
  return dir;
}
