import { sql } from "kysely";
import { type Database, type Db, openDatabase } from "@/lib/db/connection.ts";
import { migrate, migrations } from "@/lib/db/migrate.ts";
import { isUnavailable } from "@/lib/db/transaction.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";

/** The schema is not what this version needs, and nobody here may change it. */
export class SchemaNotReady extends Error {
  override name = "SchemaNotReady";
}

interface Options {
  ownerUrl: string | undefined;
  log: Log;
}

/** Migrates and admits the connecting role. @returns the migrations that were missing */
export async function prepareSchema(
  database: Database,
  { ownerUrl, log }: Options,
): Promise<string[]> {
  if (database.kind === "pglite") return await migrate(database.db);
  const applied = ownerUrl ? await migrateAsOwner(ownerUrl, log) : [];
  const state = await readState(database.db);
  if (state.unknown.length > 0) throw new SchemaNotReady(tooNew(state.unknown));
  if (state.missing.length === 0 && state.mayUse) return applied;
  if (ownerUrl) throw new SchemaNotReady(otherDatabase(state));
  if (!state.mayMigrate) throw new SchemaNotReady(cannotMigrate(state));
  return await refused(() => migrate(database.db));
}

/** The same at start: waits up to 30 s for the database, and logs what was done. */
export async function prepareOnceUp(database: Database, options: Options): Promise<void> {
  const { log } = options;
  const until = Date.now() + 30_000;
  while (true) {
    try {
      const applied = await prepareSchema(database, options);
      if (applied.length > 0) log.info("migrated", { applied });
      return;
    } catch (error) {
      if (!isUnavailable(error) || Date.now() > until) throw error;
      log.warn("waiting_for_database", { error: describeError(error).error });
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

/** Warns at start where the login may do more than the service needs. */
export async function warnOfWideLogin({ kind, db }: Database, log: Log): Promise<void> {
  if (kind === "pglite") return;
  const { rows: [login] } = await sql<Record<string, boolean> & { name: string }>`
    select rolname as name, rolsuper as superuser, rolcreaterole as createrole,
      rolbypassrls as bypassrls
    from pg_roles where rolname = current_user`.execute(db);
  const { name, ...rights } = login!;
  const excess = Object.keys(rights).filter((right) => rights[right]);
  if (excess.length === 0) return;
  log.warn("database_login_too_wide", {
    login: name,
    rights: excess,
    note: "The role of DATABASE_URL may do more to the server than the service needs: " +
      "lib/db/roles.sql makes one that may not (see docs/operating/install.md).",
  });
}

async function migrateAsOwner(url: string, log: Log): Promise<string[]> {
  const owner = await openDatabase({ url, log, poolSize: 1 });
  try {
    return await refused(() => migrate(owner.db));
  } finally {
    await owner.close();
  }
}

interface State {
  login: string;
  missing: string[];
  unknown: string[];
  mayMigrate: boolean;
  mayUse: boolean;
}

async function readState(db: Db): Promise<State> {
  const { rows: [row] } = await sql<Pick<State, "login" | "mayMigrate" | "mayUse">>`
    select current_user as login,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) and coalesce(
        (select pg_has_role(relowner, 'usage') from pg_class
         where oid = to_regclass('kysely_migration')), true) as "mayMigrate",
      coalesce(has_table_privilege(to_regclass('kysely_migration'), 'select')
        and has_table_privilege(to_regclass('installation'), 'update'), false) as "mayUse"
  `.execute(db);
  const migrationNames = Object.keys(migrations);
  const names = row!.mayUse
    ? (await sql<{ name: string }>`select name from kysely_migration`.execute(db)).rows
      .map(({ name }) => name)
    : [];
  return {
    ...row!,
    missing: migrationNames.filter((name) => !names.includes(name)),
    unknown: names.filter((name) => !migrationNames.includes(name)),
  };
}

const raised = "P0001";
const notAllowed = "42501";

async function refused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code !== raised && code !== notAllowed) throw error;
    throw new SchemaNotReady(`the schema could not be changed: ${message}`);
  }
}

function tooNew(unknown: string[]): string {
  return `the database is of a newer version: it has ${unknown.join(", ")}`;
}

function cannotMigrate({ login, missing, mayUse }: State): string {
  const lacks = mayUse
    ? `the database lacks ${missing.join(", ")}`
    : "the database has no schema that this login may use";
  return `${lacks}, and role "${login}" may not change that: set MIGRATE_DATABASE_URL to the ` +
    "address of its owner for `deno task start`, or run `deno task migrate` with it (see " +
    "docs/operating/install.md)";
}

function otherDatabase({ login }: State): string {
  return `MIGRATE_DATABASE_URL has the newest schema, and role "${login}" of DATABASE_URL may not ` +
    "use it: they must name the same database, and lib/db/roles.sql must have made the role";
}
