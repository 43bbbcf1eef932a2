import { Kysely, type LogEvent, PGliteDialect, sql, type Transaction } from "kysely";
import type { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import type { CommitEvent } from "@/lib/tools/after_commit.ts";
import { Primary, type Target } from "@/lib/db/hosts/primary.ts";
import { boundedPool } from "@/lib/db/pool/bounded_pool.ts";
import { refreshStatistics, usualGrowthMs } from "@/lib/db/pool/growth.ts";
import { BoundedDialect } from "@/lib/db/pool/dialect.ts";
import { ordinaryMs } from "@/lib/db/deadline.ts";
import { Disk, watchDisk, writeToDisk } from "@/lib/db/disk.ts";
import { ensureDir } from "@/lib/db/folder.ts";
import { Listener } from "@/lib/db/listener.ts";
import { parsers } from "@/lib/db/types.ts";
import type { Schema } from "@/lib/db/schema.ts";
import { slowStatements } from "@/lib/db/slow_statements.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";

/** Handle for reading. */
export type Db = Kysely<Schema>;
/** A transaction without `afterCommit`. */
export type BareTrx = Transaction<Schema>;
/** Handle for writing: `afterCommit` collects events for the commit. */
export type Trx = BareTrx & { afterCommit(...events: CommitEvent[]): void };

/** One Postgres, by network or embedded, behind the same query builder. */
export interface Database {
  kind: "postgres" | "pglite";
  db: Db;
  /** The embedded one itself. */
  pglite?: PGlite;
  disk: Disk;
  deadlineMs: number;
  /** Runs `heard` for every NOTIFY on `channel`, and `lost` when some may have been missed. */
  listen(channel: string, heard: (payload: string) => void, lost: () => void): Promise<void>;
  isListening(ms: number): Promise<boolean>;
  /** Tells the other instances; a no-op on the embedded database, which has none. */
  notify(channel: string, payloads: string[]): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url?: string;
  dir?: string;
  /** Folder that remembers which of several servers was the newest primary. */
  memory?: string;
  /** Statement for the first connection to a server that was promoted. */
  atPromotion?: string;
  /** A primary unless told. */
  target?: Target;
  /** An embedded one that is open; its `close` is called at the end (tests). */
  pglite?: PGlite;
  log: Log;
  /** The live channel takes one more. */
  poolSize?: number;
  /** Milliseconds; 5,000 by default. */
  deadlineMs?: number;
  /** Milliseconds between looks at how tables grow (tests). */
  growthMs?: number;
  heard?: (statement: Statement) => void;
  /** Milliseconds from which a statement is logged as slow; never by default. */
  slowMs?: number;
}

export interface Statement {
  sql: string;
  parameters: readonly unknown[];
}

/** Opens the database; creates nothing but the embedded one's folder. */
export function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.url ? openPostgres(options.url, options) : openPglite(options);
}

/** Compiling plans (jit) takes longer than any query here. The memory lets large sets be hashed. */
const sessionSettings = "-c timezone=UTC -c datestyle=ISO " +
  "-c idle_in_transaction_session_timeout=30s -c jit=off -c work_mem=16MB";

function openPostgres(
  url: string,
  { log, poolSize = 20, heard, deadlineMs = ordinaryMs, growthMs, ...more }: DatabaseOptions,
): Promise<Database> {
  // The server's own limits end what a closed connection left; locks are given up first.
  const statementMs = deadlineMs + 1_000;
  const lockMs = deadlineMs * 0.8;
  const connection = {
    options: `${sessionSettings} -c statement_timeout=${statementMs} -c lock_timeout=${lockMs}`,
    application_name: "relevo",
    connectionTimeoutMillis: deadlineMs,
    keepAlive: true,
    types: valueTypes,
  };
  // Prepared statements, and what a backend keeps of tables, end with their connection.
  const maxLifetimeSeconds = 3_600;
  const primary = new Primary(url, {
    connection,
    log,
    folder: more.memory,
    target: more.target,
    atPromotion: more.atPromotion,
  });
  const pool = new pg.Pool({ ...primary.poolSettings, max: poolSize, maxLifetimeSeconds });
  pool.on("error", (error) => log.warn("database_connection_lost", describeError(error)));
  const suspect = () => primary.suspect();
  const dialect = new BoundedDialect(
    boundedPool(pool, { deadlineMs, statementMs, growthMs, typeParser, suspect }),
  );
  const db = new Kysely<Schema>({ dialect, log: telling({ heard, slowMs: more.slowMs, log }) });
  const disk = diskFor(db, log);
  const listener = new Listener(() => primary.newClient(), log);
  return Promise.resolve({
    kind: "postgres",
    db,
    disk,
    deadlineMs,
    listen: (channel, heard, lost) => listener.listen(channel, { heard, lost }),
    isListening: (ms) => listener.isAlive(ms),
    async notify(channel, payloads) {
      if (payloads.length === 0) return;
      // Nothing is lost, so it need not wait for the disk.
      await sql`
        select set_config('synchronous_commit', 'off', true), pg_notify(${channel}, p)
        from unnest(${payloads}::text[]) p`.execute(db);
    },
    async close() {
      disk.close();
      listener.close();
      primary.close();
      await db.destroy();
    },
  });
}

function diskFor(db: Db, log: Log): Disk {
  const disk = new Disk(() => writeToDisk(db), log);
  watchDisk(db, disk);
  return disk;
}

function telling({ heard, slowMs = 0, log }: Pick<DatabaseOptions, "heard" | "slowMs" | "log">) {
  const noteSlow = slowStatements(slowMs, log);
  return (event: LogEvent) => {
    heard?.(event.query);
    noteSlow(event);
  };
}

export const valueTypes = { getTypeParser: typeParser as typeof pg.types.getTypeParser };

function typeParser(oid: number, format?: "text" | "binary") {
  return parsers[oid] ?? pg.types.getTypeParser(oid, format as "text");
}

/** Limit of open files for the embedded database; the default of 1,000 is most of a process's. */
const maxFiles = 128;

/** An embedded database in the folder, in memory without one, that reads values as the pool does. */
export async function createPglite(dir?: string, loadDataDir?: Blob): Promise<PGlite> {
  const { PGlite } = await import("@electric-sql/pglite");
  if (dir) await ensureDir(dir);
  const startParams = [...PGlite.defaultStartParams, "-c", `max_files_per_process=${maxFiles}`];
  return await PGlite.create({ dataDir: dir, loadDataDir, parsers, startParams });
}

async function openPglite(options: DatabaseOptions): Promise<Database> {
  const { dir, pglite: instance, log, deadlineMs = ordinaryMs, growthMs = usualGrowthMs } = options;
  const pglite = instance ?? await createPglite(dir);
  await pglite.exec("set timezone = 'UTC'; set datestyle = 'ISO'");
  let lookedAt = performance.now();
  const look = () => {
    const now = performance.now();
    if (now - lookedAt < growthMs) return;
    lookedAt = now;
    // Nothing analyzes its tables by itself. A failure is made good by the next look.
    pglite.query(refreshStatistics).catch(() => {});
  };
  const tell = telling(options);
  const db = new Kysely<Schema>({
    dialect: new PGliteDialect({ pglite }),
    log(event) {
      tell(event);
      look();
    },
  });
  const disk = diskFor(db, log);
  return {
    kind: "pglite",
    db,
    pglite,
    disk,
    deadlineMs,
    listen: () => Promise.resolve(),
    isListening: () => Promise.resolve(true),
    notify: () => Promise.resolve(),
    async close() {
      disk.close();
      await db.destroy();
    },
  };
}
