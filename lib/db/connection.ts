import {
  Kysely,
  type LogEvent,
  PGliteDialect,
  PostgresDialect,
  sql,
  type Transaction,
} from "kysely";
import pg from "pg";
import type { CommitEvent } from "@/lib/after_commit.ts";
import { ensureDir } from "@/lib/db/folder.ts";
import { parsers } from "@/lib/db/types.ts";
import type { Schema } from "@/lib/db/schema.ts";
import { describeError, type Log } from "@/lib/log.ts";

/** What reads take: a connection or a transaction. */
export type Db = Kysely<Schema>;
/** A transaction after which there is nothing to do. */
export type BareTrx = Transaction<Schema>;
/** What verbs that write take: a transaction that also collects what waits for its commit. */
export type Trx = BareTrx & { afterCommit(...events: CommitEvent[]): void };

/** One Postgres, by network or embedded, behind the same query builder. */
export interface Database {
  kind: "postgres" | "pglite";
  db: Db;
  /** Runs `heard` for every NOTIFY on `channel`, and `lost` when some may have been missed. */
  listen(channel: string, heard: (payload: string) => void, lost: () => void): Promise<void>;
  /** Tells the other instances; a no-op on the embedded database, which has none. */
  notify(channel: string, payloads: string[]): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** A postgres:// URL; without it the embedded database in `dir` is used. */
  url?: string;
  /** Folder of the embedded database; without it, it lives in memory. */
  dir?: string;
  /** A dump of an embedded database to start from (tests). */
  loadDataDir?: Blob;
  log: Log;
  /** Most connections of this process (the live channel takes one more). */
  poolSize?: number;
  /** Hears of every statement once it was run (tests). */
  heard?: (statement: Statement) => void;
}

/** A statement as it was sent. */
export interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

/** Opens the database that the options name. Nothing is created but the folder of the embedded one. */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.url ? openPostgres(options.url, options) : openPglite(options);
}

/**
 * Compiling a plan (jit) takes longer than any of these queries runs. The memory is for the set of
 * what a word of very many records finds: where it does not fit, Postgres gives up hashing it.
 */
const sessionSettings = "-c timezone=UTC -c datestyle=ISO -c statement_timeout=15s " +
  "-c idle_in_transaction_session_timeout=30s -c jit=off -c work_mem=16MB";

function openPostgres(
  url: string,
  { log, poolSize = 20, heard }: DatabaseOptions,
): Promise<Database> {
  const connection = {
    connectionString: url,
    options: sessionSettings,
    application_name: "relevo",
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  };
  const pool = new pg.Pool({ ...connection, max: poolSize });
  // An idle connection that dies is no error of any caller: the pool opens another.
  pool.on("error", (error) => log.warn("database_connection_lost", describeError(error)));
  // One in use has no listener of the pool, and would take the process along; its user learns of
  // the loss by the query that fails.
  pool.on("connect", (client) => client.on("error", () => {}));
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), log: telling(heard) });
  const listener = createListener(connection, log);
  return Promise.resolve({
    kind: "postgres",
    db,
    listen: listener.listen,
    async notify(channel, payloads) {
      if (payloads.length === 0) return;
      // Nothing is lost with it, so it need not wait for the disk.
      await sql`
        select set_config('synchronous_commit', 'off', true), pg_notify(${channel}, p)
        from unnest(${payloads}::text[]) p`.execute(db);
    },
    async close() {
      await listener.close();
      await db.destroy();
    },
  });
}

function telling(heard: DatabaseOptions["heard"]) {
  return heard && (({ query }: LogEvent) => heard(query));
}

function typeParser(oid: number, format?: "text" | "binary") {
  return parsers[oid] ?? pg.types.getTypeParser(oid, format as "text");
}

/** A connection of its own that keeps listening: after a loss it comes back and says so. */
function createListener(connection: pg.ClientConfig, log: Log) {
  let client: pg.Client | undefined;
  let closed = false;
  let again: ReturnType<typeof setTimeout> | undefined;

  async function connect(channel: string, heard: (payload: string) => void, lost: () => void) {
    const next = new pg.Client(connection);
    client = next;
    next.on("notification", (message) => heard(message.payload ?? ""));
    next.on("error", () => {}); // "end" follows and is what counts
    next.on("end", () => {
      if (closed || client !== next) return;
      again = setTimeout(() => retry(channel, heard, lost), 250);
    });
    await next.connect();
    await next.query(`listen ${pg.escapeIdentifier(channel)}`);
  }

  async function retry(channel: string, heard: (payload: string) => void, lost: () => void) {
    try {
      await connect(channel, heard, lost);
      lost();
    } catch (error) {
      log.debug("listen_retry", describeError(error));
      // A connection that was never made emits no "end" in every case: plan the next try here too.
      clearTimeout(again);
      if (!closed) again = setTimeout(() => retry(channel, heard, lost), 500);
    }
  }

  return {
    listen: connect,
    async close() {
      closed = true;
      clearTimeout(again);
      await client?.end().catch(() => {});
    },
  };
}

async function openPglite({ dir, loadDataDir, heard }: DatabaseOptions): Promise<Database> {
  // Loaded only here: a process on a real Postgres never pays for the embedded one.
  const { PGlite } = await import("@electric-sql/pglite");
  if (dir) await ensureDir(dir);
  const pglite = await PGlite.create({ dataDir: dir, loadDataDir, parsers });
  await pglite.exec("set timezone = 'UTC'; set datestyle = 'ISO'");
  const db = new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }), log: telling(heard) });
  return {
    kind: "pglite",
    db,
    listen: () => Promise.resolve(),
    notify: () => Promise.resolve(),
    close: () => db.destroy(),
  };
}
