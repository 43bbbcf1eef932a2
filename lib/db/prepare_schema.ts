import { sql } from "kysely";
import { type Database, type Db, openDatabase } from "@/lib/db/connection.ts";
import { migrate } from "@/lib/db/migrate.ts";
import {
  missingIn,
  newerIn,
  type SchemaState,
  whyTooNew,
} from "@/lib/db/migration/compatibility.ts";
import { readNotes, readOldest } from "@/lib/db/migration/notes.ts";
import { lockedTables } from "@/lib/db/migration/locks.ts";
import { LockNotGiven } from "@/lib/db/migration/patience.ts";
import { onceUp } from "@/lib/db/hosts/unreachable.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";

/** The schema is not what this version needs, and nobody here may change it. */
export class SchemaNotReady extends Error {
  override name = "SchemaNotReady";
}

interface Options {
  ownerUrl: string | undefined;
  log: Log;
  memory?: string;
}

/** Migrates and admits the connecting role. @returns the migrations that were missing */
export async function prepareSchema(
  database: Database,
  { ownerUrl, log, memory }: Options,
): Promise<string[]> {
  if (database.kind === "pglite") return await migrateWhereOld(database.db, log);
  const applied = ownerUrl ? await migrateAsOwner({ url: ownerUrl, log, memory }) : [];
  const login = await readLogin(database.db);
  const state = await readSchema(database.db, login);
  refuseTooNew(state);
  const missing = missingIn(state);
  if (missing.length === 0 && login.mayUse) return applied;
  if (ownerUrl) throw new SchemaNotReady(otherDatabase(login));
  if (!login.mayMigrate) throw new SchemaNotReady(cannotMigrate(login, missing));
  return await migrateWhereOld(database.db, log);
}

/** Changes nothing. @throws SchemaNotReady where the schema is of another version */
export async function requireSchema({ db }: Database): Promise<void> {
  const state = await readSchema(db, await readLogin(db));
  refuseTooNew(state);
  const [first, ...others] = missingIn(state);
  if (!first) return;
  if (state.notes.length === 0) throw new SchemaNotReady(notOurs);
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  throw new SchemaNotReady(
    `the database is of an older version: it lacks ${first}${more}; run \`deno task migrate\``,
  );
}

/** Prepares it at start, once the database is up, and logs what was done. @throws DatabaseAway */
export async function prepareOnceUp(
  database: Database,
  { patienceMs, ...options }: Options & { patienceMs?: number },
): Promise<void> {
  const { log } = options;
  const applied = await onceUp(() => prepareSchema(database, options), {
    patienceMs,
    refused: (error) => log.warn("waiting_for_database", { error: describeError(error).error }),
  });
  if (applied.length > 0) log.info("migrated", { applied });
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

async function migrateAsOwner(
  options: { url: string; log: Log; memory?: string },
): Promise<string[]> {
  const owner = await openDatabase({ ...options, poolSize: 1 });
  try {
    return await migrateWhereOld(owner.db, options.log);
  } finally {
    await owner.close();
  }
}

/** Migrates, unless the schema is of a newer version: it then has all that this one needs. */
async function migrateWhereOld(db: Db, log: Log): Promise<string[]> {
  const login = await readLogin(db);
  if (login.isEmpty) await refuseAnothers(db);
  const state = await readSchema(db, login);
  refuseTooNew(state);
  if (newerIn(state).length > 0) return [];
  return await refused(() => migrate(db, log));
}

async function refuseAnothers(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = current_schema()::regnamespace
      and relkind in ('r', 'v') and relname = any(${lockedTables})
    order by relname limit 3`.execute(db);
  if (rows.length === 0) return;
  throw new SchemaNotReady(
    `the database is another program's: it has ${rows.map(({ name }) => name).join(", ")}; ` +
      "give Relevo one of its own",
  );
}

function refuseTooNew(state: SchemaState): void {
  const reason = whyTooNew(state);
  if (reason) throw new SchemaNotReady(reason);
}

interface Login {
  name: string;
  mayMigrate: boolean;
  mayUse: boolean;
  isEmpty: boolean;
}

async function readLogin(db: Db): Promise<Login> {
  const { rows: [login] } = await sql<Login>`
    select current_user as name,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) and coalesce(
        (select pg_has_role(relowner, 'usage') from pg_class
         where oid = to_regclass('kysely_migration')), true) as "mayMigrate",
      coalesce(has_table_privilege(to_regclass('kysely_migration'), 'select')
        and has_table_privilege(to_regclass('installation'), 'update'), false) as "mayUse",
      to_regclass('kysely_migration') is null as "isEmpty"
  `.execute(db);
  return login!;
}

/** @throws SchemaNotReady where the login may not look */
export async function readSchemaState(db: Db): Promise<SchemaState> {
  const login = await readLogin(db);
  if (!login.mayUse && !login.isEmpty) {
    throw new SchemaNotReady(`role "${login.name}" may not read the schema`);
  }
  return await readSchema(db, login);
}

/** What the login may see of it: nothing where there is none, or it may not use it. */
async function readSchema(db: Db, { mayUse }: Login): Promise<SchemaState> {
  if (!mayUse) return { notes: [], oldest: null };
  return { notes: await readNotes(db), oldest: await readOldest(db) };
}

export const notOurs = "the database has no tables of Relevo: correct its address, or make them " +
  "with `deno task migrate`";

const raised = "P0001";
const notAllowed = "42501";

async function refused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    const isExpected = error instanceof LockNotGiven || code === raised || code === notAllowed;
    if (!isExpected) throw error;
    throw new SchemaNotReady(`the schema could not be changed: ${message}`);
  }
}

function cannotMigrate({ name, mayUse }: Login, missing: string[]): string {
  const lacks = mayUse
    ? `the database lacks ${missing.join(", ")}`
    : "the database has no schema that this login may use";
  return `${lacks}, and role "${name}" may not change that: set MIGRATE_DATABASE_URL to the ` +
    "address of its owner for `deno task start`, or run `deno task migrate` with it (see " +
    "docs/operating/install.md)";
}

function otherDatabase({ name }: Login): string {
  return `MIGRATE_DATABASE_URL has the newest schema, and role "${name}" of DATABASE_URL may not ` +
    "use it: they must name the same database, and lib/db/roles.sql must have made the role";
}
