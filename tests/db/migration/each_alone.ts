/** Runs all migrations on an empty database, and looks at what each of them does. */
import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { migrations } from "@/lib/db/migrate.ts";
import { type LockMode, lockModes, type Migration } from "@/lib/db/migration/migration.ts";
import { runMigrations } from "@/lib/db/migration/run_migrations.ts";
import { type Catalogue, narrowed, readCatalogue } from "../release/catalogue.ts";

export interface Deed {
  name: string;
  /** Tables that were there before, by the strongest lock that it took. */
  locks: Partial<Record<LockMode, string[]>>;
  narrowed: string[];
}

export async function lookAtEach(
  db: Db,
  list: Record<string, Migration> = migrations,
): Promise<Deed[]> {
  const deeds: Deed[] = [];
  let before: Catalogue = { columns: {}, demands: {}, offers: [] };
  for (const [name, migration] of Object.entries(list)) {
    let locks: Deed["locks"] = {};
    const watched: Migration = migration.steps ? migration : {
      ...migration,
      async up(trx) {
        await migration.up(trx);
        locks = await locksOf(trx, before);
      },
    };
    await runMigrations(db, { [name]: watched });
    const after = await readCatalogue(db);
    deeds.push({ name, locks, narrowed: narrowed(before, after) });
    before = after;
  }
  return deeds;
}

const least = lockModes.indexOf("RowExclusiveLock");

async function locksOf(trx: Db, { columns }: Catalogue): Promise<Deed["locks"]> {
  const tables = [...new Set(Object.keys(columns).map((name) => name.split(".")[0]!))];
  const { rows } = await sql<{ table: string; modes: LockMode[] }>`
    select c.relname as table, array_agg(distinct l.mode) as modes
    from pg_locks l join pg_class c on c.oid = l.relation
    where l.pid = pg_backend_pid() and l.granted and c.relkind in ('r', 'p')
      and c.relnamespace = 'public'::regnamespace and c.relname = any (${tables}::text[])
    group by 1 order by 1`.execute(trx);
  const strongest = rows.map(({ table, modes }) => ({
    table,
    at: Math.max(...modes.map((mode) => lockModes.indexOf(mode))),
  })).filter(({ at, table }) => at >= least && !table.startsWith("kysely_"));
  const byMode = Map.groupBy(strongest, ({ at }) => lockModes[at]!);
  return Object.fromEntries(
    lockModes.toReversed().filter((mode) => byMode.has(mode))
      .map((mode) => [mode, byMode.get(mode)!.map(({ table }) => table)]),
  );
}
