import { sql } from "kysely";
import { until } from "./wait.ts";
import type { World } from "./world.ts";

/**
 * Until so many statements wait for locks; the embedded database has one connection, which waits.
 */
export async function someoneWaits(world: World, many = 1): Promise<void> {
  if (world.kind === "pglite") return;
  await until(async () => await waitingStatements(world) >= many, {
    what: "statements that wait for locks",
  });
}

/** How many statements wait for locks, on real Postgres. */
export async function waitingStatements({ services }: World): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(services.database.db);
  return rows.length;
}
