/** A migrated database for each world, and for tests that need no more than that. */
import { type Database, type DatabaseOptions, openDatabase } from "@/lib/db/connection.ts";
import { migrate } from "@/lib/db/migrate.ts";
import { admitRuntime } from "@/lib/db/migration/runtime_role.ts";
import { createLog } from "@/lib/tools/log.ts";
import { deadlineMs, openEmbedded } from "./embedded.ts";
import { hasServer } from "./kinds.ts";
import { loginUrl, makeLogin } from "./login.ts";
import { hearStatements, leaveStatements } from "./statements.ts";
import { testDatabases } from "./test_server.ts";

const server = await testDatabases();
hearStatements();

/** A new migrated database on the test server, connected to as its ordinary owner. */
export async function openOnServer(
  options: Pick<DatabaseOptions, "heard" | "growthMs" | "deadlineMs"> = {},
): Promise<Database> {
  return openAt(await createMigrated(), options);
}

/** One of the kind that most tests run on. */
export function openUsual(
  options: Pick<DatabaseOptions, "heard" | "growthMs"> = {},
): Promise<Database> {
  return hasServer ? openOnServer(options) : openEmbedded(options);
}

export interface Opening {
  database: Database;
  owner: Database;
  /** Removes it from the server, once both are closed. */
  drop?(): Promise<void>;
}

/** On Postgres the service has a login that owns nothing; the embedded database has one user. */
export async function openEach(
  kind: Database["kind"],
  options: Pick<DatabaseOptions, "heard">,
): Promise<Opening> {
  if (kind === "pglite") {
    const database = await openEmbedded(options);
    return { database, owner: database };
  }
  const url = await createMigrated();
  const [database, owner] = await Promise.all([
    openAt(loginUrl(url), options),
    openAt(url),
  ]);
  const drop = async () => {
    await leaveStatements();
    await server!.dropDatabase(url);
  };
  return { database, owner, drop };
}

/** Its owner's address; the login that the service runs as is made, too. */
export function createMigrated(): Promise<string> {
  return server!.createDatabase({
    template: {
      key: "migrated",
      async prepare(url) {
        const empty = await openDatabase({ url, log: quiet, poolSize: 1 });
        await migrate(empty.db);
        await makeLogin(url);
        await admitRuntime(empty.db);
        await empty.close();
      },
    },
  });
}

const quiet = createLog("error");

export function openAt(
  url: string,
  options: Pick<DatabaseOptions, "heard" | "growthMs" | "deadlineMs"> = {},
): Promise<Database> {
  return openDatabase({ ...options, url, log: quiet, poolSize: 12, deadlineMs });
}
