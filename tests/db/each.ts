/** Runs a test on a migrated embedded database and, where there is a server, on real Postgres. */
import { sql } from "kysely";
import type { Database } from "@/lib/db/connection.ts";
import { testDatabases } from "../support/cluster.ts";
import { openEmbedded } from "../support/embedded.ts";
import { openOnServer } from "../support/world.ts";

const hasServer = await testDatabases() !== null;

export function testOnEachDatabase(name: string, test: (database: Database) => Promise<void>) {
  for (const kind of ["pglite", "postgres"] as const) {
    Deno.test({
      name: `${name} (${kind})`,
      ignore: kind === "postgres" && !hasServer,
      async fn() {
        const database = kind === "pglite" ? await openEmbedded() : await openOnServer();
        try {
          await test(database);
        } finally {
          await database.close();
        }
      },
    });
  }
}

/** Rows of a catalogue query. */
export async function rowsOf<T>(database: Database, query: string): Promise<T[]> {
  return (await sql.raw<T>(query).execute(database.db)).rows;
}
