import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { migrations } from "@/lib/db/migrate.ts";
import { locksOf } from "@/lib/db/migration/locks.ts";
import type { Change, LockMode } from "@/lib/db/migration/migration.ts";
import { changeOf } from "@/lib/db/migration/standing.ts";

export interface PlannedMigration {
  name: string;
  change: Change;
  runs: "in a transaction" | "in steps";
  locks: TableLock[];
}

interface TableLock {
  table: string;
  mode: LockMode;
  rows: number | null; // about, by the statistics
}

/** What the migrations would do to this database. Without one, there are no rows. */
export async function planMigrations(
  names: readonly string[],
  db?: Db,
): Promise<PlannedMigration[]> {
  const rows = db ? await rowsOfTables(db) : new Map<string, number>();
  return names.map((name) => {
    const migration = migrations[name]!;
    const locks = Object.entries(locksOf(name, migration)).flatMap(([mode, tables]) =>
      tables.map((table) => ({ table, mode: mode as LockMode, rows: rows.get(table) ?? null }))
    );
    const runs = migration.steps ? "in steps" : "in a transaction";
    return { name, change: changeOf(name, migration), runs, locks };
  });
}

async function rowsOfTables(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ table: string; count: number }>`
    select relname as table, reltuples::float8 as count from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and reltuples >= 0`
    .execute(db);
  return new Map(rows.map(({ table, count }) => [table, count]));
}
