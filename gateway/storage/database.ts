import type { PGlite } from "@electric-sql/pglite";
import { Kysely, PGliteDialect, PostgresAdapter, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { ensureDir } from "@/lib/db/folder.ts";
import { Primary } from "@/lib/db/hosts/primary.ts";
import { onceUp } from "@/lib/db/hosts/unreachable.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";
import { gatewayMigrator } from "./migrations.ts";
import type { Tables } from "./schema.ts";

export type Db = Kysely<Tables>;

export interface GatewayDatabase {
  kind: "postgres" | "pglite";
  db: Db;
  /** The embedded one itself. */
  pglite?: PGlite;
  close(): Promise<void>;
}

interface Options {
  /** A postgres:// URL; without it the embedded database in `dir`. */
  url?: string;
  /** Folder of the embedded database; without it, it lives in memory (tests). */
  dir?: string;
  /** Folder that remembers which of several servers was the newest primary. */
  memory?: string;
  /** Milliseconds that a start waits for it; 30,000 unless told. */
  patienceMs?: number;
  log: Log;
}

const patienceMs = 5_000;

/**
 * Opens the gateway's database, whose schema belongs to its login, and brings it to the newest.
 * Waits for a server that is away or coming up; what one refuses is final.
 * @throws DatabaseAway
 */
export async function openGatewayDatabase(options: Options): Promise<GatewayDatabase> {
  const database = options.url ? openPostgres(options.url, options) : await openPglite(options);
  try {
    await onceUp(() => migrate(database.db), {
      patienceMs: options.patienceMs,
      isFinal: (error) => !isAway(error),
      refused: (error) =>
        options.log.warn("database_is_away", { error: describeError(error).error }),
    });
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Detects an unreachable server, and one that starts or stops (57P01 to 57P03). */
function isAway(error: unknown): boolean {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  return /^(ECONN(REFUSED|RESET)|E(HOST|NET)UNREACH|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|57P0[123])$/
    .test(code) || /connection (terminated|timeout)|timeout exceeded/i.test(message);
}

function openPostgres(url: string, { log, memory }: Options): GatewayDatabase {
  const connection = {
    application_name: "relevo-gateway",
    // The login's own schema, and no other.
    options: '-c search_path="$user" -c timezone=UTC -c datestyle=ISO',
    connectionTimeoutMillis: patienceMs,
    statement_timeout: patienceMs,
    query_timeout: patienceMs + 1_000,
    keepAlive: true,
  };
  const primary = new Primary(url, { connection, log, folder: memory });
  const pool = new pg.Pool({ ...primary.poolSettings, max: 10 });
  // An idle connection that dies is nobody's error: the pool opens another.
  pool.on("error", (error) => log.warn("database_connection_lost", describeError(error)));
  const db = new Kysely<Tables>({ dialect: new OwnLockDialect({ pool }) });
  return {
    kind: "postgres",
    db,
    close() {
      primary.close();
      return db.destroy();
    },
  };
}

/** The gateway's own lock: the app migrates the same database, and neither waits for the other. */
const migrationLock = 7_354_088;

class OwnLockDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new OwnLockAdapter();
  }
}

class OwnLockAdapter extends PostgresAdapter {
  // deno-lint-ignore no-explicit-any
  override async acquireMigrationLock(db: Kysely<any>): Promise<void> {
    await sql`select pg_advisory_lock(${migrationLock})`.execute(db);
  }

  // deno-lint-ignore no-explicit-any
  override async releaseMigrationLock(db: Kysely<any>): Promise<void> {
    await sql`select pg_advisory_unlock(${migrationLock})`.execute(db);
  }
}

async function openPglite({ dir }: Options): Promise<GatewayDatabase> {
  const { PGlite } = await import("@electric-sql/pglite");
  if (dir) await ensureDir(dir);
  const pglite = await PGlite.create({ dataDir: dir });
  await pglite.exec("set timezone = 'UTC'");
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });
  return { kind: "pglite", db, pglite, close: () => db.destroy() };
}

async function migrate(db: Db): Promise<void> {
  const { error } = await gatewayMigrator(db).migrateToLatest();
  if (error) throw error;
}
