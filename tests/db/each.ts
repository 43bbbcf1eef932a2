/** Runs a test on a migrated database of each kind, in every run: what is tested is the SQL. */
import { sql } from "kysely";
import type { Database } from "@/lib/db/connection.ts";
import { openEmbedded } from "../support/embedded.ts";
import { kindsFor } from "../support/kinds.ts";
import { openOnServer } from "../support/world_database.ts";

export function testOnEachDatabase(name: string, test: (database: Database) => Promise<void>) {
  for (const kind of kindsFor({ both: true })) {
    Deno.test({
      name: `${name} (${kind})`,
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
