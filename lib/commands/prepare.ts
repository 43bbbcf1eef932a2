import { ConfigError, readConfig } from "@/lib/service/config.ts";
import { requireGateway } from "@/lib/service/requirements.ts";
import { openDatabase } from "@/lib/db/connection.ts";
import { prepareOnceUp, SchemaNotReady } from "@/lib/db/prepare_schema.ts";
import { DatabaseAway } from "@/lib/db/hosts/unreachable.ts";
import { createLog } from "@/lib/tools/log.ts";

/**
 * Brings the schema up to date as its owner. The launcher runs it before `start.ts` where
 * `MIGRATE_DATABASE_URL` is set, so that the process that serves never has the owner's password.
 */
async function prepare(): Promise<void> {
  const config = readConfig();
  requireGateway(config);
  const log = createLog(config.logLevel);
  const { databaseUrl: url, migrateDatabaseUrl: ownerUrl, dataDir: memory } = config;
  const database = await openDatabase({ url, log, poolSize: 1, memory });
  try {
    await prepareOnceUp(database, { ownerUrl, log, memory });
  } finally {
    await database.close();
  }
}

if (import.meta.main) {
  try {
    await prepare();
    Deno.exit(0);
  } catch (error) {
    const isExpected = [ConfigError, DatabaseAway, SchemaNotReady]
      .some((kind) => error instanceof kind);
    if (!isExpected) throw error;
    console.error(`relevo: ${(error as Error).message}`);
    Deno.exit(1);
  }
}
