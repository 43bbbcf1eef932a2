/** Databases with two companies that have grown since Postgres looked at them. */
import { sql } from "kysely";
import pg from "pg";
import { type Database, openDatabase } from "@/lib/db/connection.ts";
import { migrate } from "@/lib/db/migrate.ts";
import { admitRuntime } from "@/lib/db/migration/runtime_role.ts";
import { createLog } from "@/lib/tools/log.ts";
import { deadlineMs, openEmbedded } from "../../support/embedded.ts";
import { makeLogin } from "../../support/login.ts";
import { testDatabases } from "../../support/test_server.ts";
import { openAt } from "../../support/world_database.ts";
import { type AsAdmin, type Sizes, Statistics } from "./states.ts";

export const sizes: Record<Database["kind"], Sizes> = {
  // A company may have 20,000 phones, and a test pairs more.
  postgres: { rows: 19_500, records: 4_000 },
  pglite: { rows: 5_000, records: 3_000 },
};

interface Old {
  database: Database;
  statistics: Statistics;
  /** Ends what changes its statistics. */
  end(): Promise<void>;
}

/** A filled database; on the server a copy of one that is made once for all tests. */
export async function openOld(kind: Database["kind"]): Promise<Old> {
  if (kind === "pglite") {
    const database = await openEmbedded({ growthMs: Infinity });
    const statistics = new Statistics((text) => sql.raw(text).execute(database.db));
    await statistics.fill(database.db, sizes.pglite);
    return { database, statistics, end: () => Promise.resolve() };
  }
  const server = (await testDatabases())!;
  const url = await server.createDatabase({ template: { key: "old statistics", prepare: fill } });
  const { query, end } = await adminOf(url);
  return {
    database: await openAt(url, { growthMs: Infinity }),
    statistics: new Statistics(query),
    end,
  };
}

async function fill(url: string): Promise<void> {
  const log = createLog("error");
  const empty = await openDatabase({ url, log, poolSize: 1, growthMs: Infinity, deadlineMs });
  await migrate(empty.db);
  await makeLogin(url);
  await admitRuntime(empty.db);
  const { query, end } = await adminOf(url);
  await new Statistics(query).fill(empty.db, sizes.postgres);
  await end();
  await empty.close();
}

/** A superuser's connection to the database. */
async function adminOf(database: string): Promise<{ query: AsAdmin; end(): Promise<void> }> {
  const url = new URL((await testDatabases())!.adminUrl);
  url.pathname = new URL(database).pathname;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  return { query: (text) => client.query(text), end: () => client.end() };
}
