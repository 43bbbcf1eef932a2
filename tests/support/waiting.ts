import { sql } from "kysely";
import { until } from "./wait.ts";
import type { World } from "./world.ts";

/** Until a statement waits for a lock; the embedded database has one connection, which waits. */
export async function someoneWaits({ kind, services }: World): Promise<void> {
  if (kind === "pglite") return;
  await until(async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(
      services.database.db,
    );
    return rows.length > 0;
  }, { what: "a statement that waits for a lock" });
}
