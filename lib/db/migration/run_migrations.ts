import { sql } from "kysely";
import type { Db } from "@/lib/db/connection.ts";
import { withDeadline } from "@/lib/db/deadline.ts";
import { changeOf } from "@/lib/db/migration/standing.ts";
import type { Migration } from "@/lib/db/migration/migration.ts";
import { noteMigration, prepareNotes, raiseOldest, readNotes } from "@/lib/db/migration/notes.ts";
import { type Patience, patiently, pause } from "@/lib/db/migration/patience.ts";
import { buildStep, nameOf, runStep } from "@/lib/db/migration/steps.ts";
import type { Log } from "@/lib/tools/log.ts";

const lock = sql.lit(3_853_314_791_062_309_107n); // Kysely's, which older versions take
const lookMs = 200;
const sayMs = 30_000;
const longestMs = 24 * 3_600_000;

interface Options {
  to?: string; // the last one to run
  log?: Log;
  isEmpty?: boolean; // there are no rows, and a transaction is open
}

/** Runs those that are missing, each with its own commit; others wait. @returns their names */
export function runMigrations(
  db: Db,
  migrations: Record<string, Migration>,
  { to, ...way }: Options = {},
): Promise<string[]> {
  const all = Object.keys(migrations);
  const upTo = to === undefined ? all : all.slice(0, all.indexOf(to) + 1);
  if (upTo.length === 0) throw new Error(`there is no migration ${to}`);
  return withDeadline(
    longestMs,
    () =>
      db.connection().execute((connection) =>
        alone(connection, way.log, async () => {
          await prepareNotes(connection);
          const names = new Set((await readNotes(connection)).map(({ name }) => name));
          const missing = upTo.filter((name) => !names.has(name));
          for (const name of missing) await runOne(connection, name, migrations[name]!, way);
          return missing;
        })
      ),
  );
}

async function runOne(
  db: Db,
  name: string,
  migration: Migration,
  { log, isEmpty }: Omit<Options, "to">,
): Promise<void> {
  const what = { migration: name };
  const oldest = changeOf(name, migration) === "narrows" ? migration.oldest ?? name : undefined;
  const { steps } = migration;
  if (!steps) {
    const patience = { what, log };
    return await saying(patience, () =>
      patiently(db, async (trx) => {
        await migration.up(trx);
        if (oldest) await raiseOldest(trx, oldest);
        await noteMigration(trx, name);
      }, patience));
  }
  // Before the first step takes anything away.
  if (oldest) await patiently(db, (trx) => raiseOldest(trx, oldest), { what, log });
  for (const step of steps) {
    const patience = { what: { ...what, step: nameOf(step) }, log };
    await saying(patience, () => (isEmpty ? buildStep : runStep)(db, step, patience));
  }
  await patiently(db, (trx) => noteMigration(trx, name), { what, log });
}

async function saying(
  { what, log }: Patience,
  work: () => Promise<void>,
): Promise<void> {
  const startedAt = Date.now();
  const timer = setInterval(() => {
    log?.info("migration_runs", { ...what, seconds: Math.round((Date.now() - startedAt) / 1_000) });
  }, sayMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}

/** Asks again and again: an index that is made `concurrently` waits for a statement that waits. */
async function alone<T>(db: Db, log: Log | undefined, work: () => Promise<T>): Promise<T> {
  let lastWarningAt = Date.now();
  while (!await tryLock(db)) {
    if (Date.now() - lastWarningAt > sayMs) {
      log?.warn("migrations_of_another_instance");
      lastWarningAt = Date.now();
    }
    await pause(lookMs);
  }
  try {
    return await work();
  } finally {
    await sql`select pg_advisory_unlock(${lock})`.execute(db).catch(() => {}); // a lost one has
  }
}

async function tryLock(db: Db): Promise<boolean> {
  const { rows: [row] } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(${lock}) as locked`.execute(db);
  return row!.locked;
}
