import { sql } from "kysely";
import type { Announce, CommitEvent } from "@/lib/tools/after_commit.ts";
import type { BareTrx, Db, Trx } from "@/lib/db/connection.ts";
import { isStalePlan } from "@/lib/db/pool/bounded_client.ts";
import { executeWithNext } from "@/lib/db/pool/departure.ts";
import { DatabaseTimeout, outsideRequests } from "@/lib/db/deadline.ts";
import { diskOf, isDiskFull } from "@/lib/db/disk.ts";

/** The company that a read or write is about. Members, keys, devices and links are tenants too. */
export interface Tenant {
  companyId: number;
}

type Actor = Tenant | "worker";

const retriable = new Set(["40001", "40P01"]);
const attempts = 4;

/**
 * Runs `work` in a transaction as the company's tenant, confined by row-level security. Deadlocks
 * and serialization failures run it again, so it may only use the database and `afterCommit`.
 * @param announce takes what `afterCommit` collected
 */
export function inCompany<T>(
  db: Db,
  companyId: number,
  work: (trx: BareTrx) => Promise<T>,
): Promise<T>;
export function inCompany<T>(
  db: Db,
  companyId: number,
  work: (trx: Trx) => Promise<T>,
  announce: Announce,
): Promise<T>;
export function inCompany<T>(
  db: Db,
  companyId: number,
  work: (trx: Trx) => Promise<T>,
  announce: Announce = ignore,
): Promise<T> {
  return transact(db, async (trx) => {
    await become(trx, { companyId });
    return await work(trx);
  }, announce);
}

/** Runs `work` as the worker role, which reads a few tables across companies. */
export function asWorker<T>(db: Db, work: (trx: BareTrx) => Promise<T>): Promise<T> {
  return transact(db, async (trx) => {
    await become(trx, "worker");
    return await work(trx);
  });
}

/** Runs `work` as the connecting role, outside tenants; read only while the disk is full. */
export function transact<T>(db: Db, work: (trx: BareTrx) => Promise<T>): Promise<T>;
export function transact<T>(
  db: Db,
  work: (trx: Trx) => Promise<T>,
  announce: Announce,
): Promise<T>;
export async function transact<T>(
  db: Db,
  work: (trx: Trx) => Promise<T>,
  announce: Announce = ignore,
): Promise<T> {
  const { result, events } = await retried(db, async () => {
    const events: CommitEvent[] = []; // an attempt that is undone takes its events along
    const afterCommit = (...more: CommitEvent[]) => void events.push(...more);
    const isFull = diskOf(db)?.isFull;
    const result = await db.transaction().execute(async (trx) => {
      if (isFull) await makeReadOnly(trx);
      return await work(Object.assign(trx, { afterCommit }));
    });
    return { result, events };
  });
  if (events.length > 0) outsideRequests(() => announce(events));
  return result;
}

function ignore(): void {}

async function retried<T>(db: Db, run: () => Promise<T>): Promise<T> {
  for (let attempt = 1;; attempt++) {
    try {
      return await run();
    } catch (error) {
      const isFull = isDiskFull(error);
      if (isFull) diskOf(db)?.writeFailed(error);
      // With a full disk, a reader that failed by a note on the way passes read only.
      const mayPass = isFull || isStalePlan(error) ||
        retriable.has((error as { code?: string })?.code ?? "");
      if (attempt >= attempts || !mayPass) throw error;
    }
  }
}

const readOnly = new WeakSet<BareTrx>();

async function makeReadOnly(trx: BareTrx): Promise<void> {
  readOnly.add(trx);
  await sql`set transaction read only`.execute(trx);
}

/** Readers then leave out what they would note on the way. */
export function isReadOnly(trx: BareTrx): boolean {
  return readOnly.has(trx);
}

/** Sets the transaction's role; rows with cursors need the tenant's before any write (0028). */
export async function become(trx: BareTrx, actor: Actor): Promise<void> {
  const role = actor === "worker"
    ? sql`select set_config('role', 'relevo_worker', true), set_config('app.company_id', '', true)`
    : sql`select set_config('role', 'relevo_tenant', true), relevo_enter(${actor.companyId})`;
  await executeWithNext(trx, role);
}

/** Runs `work` as the connecting role inside a company's transaction: for users and memberships. */
export async function outsideTenants<T>(
  trx: BareTrx,
  companyId: number,
  work: () => Promise<T>,
): Promise<T> {
  await sql`select set_config('role', 'none', true)`.execute(trx);
  const result = await work();
  await become(trx, { companyId });
  return result;
}

/** Runs `work` as an invited person, who reads their own invitations of all companies. */
export async function asInvited<T>(
  trx: BareTrx,
  userId: number,
  work: () => Promise<T>,
): Promise<T> {
  await sql`select set_config('role', 'relevo_worker', true), set_config('app.company_id', '', true),
    set_config('app.user_id', ${sql.lit(String(userId))}, true)`.execute(trx);
  const result = await work();
  await sql`select set_config('role', 'none', true), set_config('app.user_id', '', true)`
    .execute(trx);
  return result;
}

/** Runs `work` as the company's tenant inside a transaction of the connecting role. */
export async function insideTenant<T>(
  trx: BareTrx,
  companyId: number,
  work: () => Promise<T>,
): Promise<T> {
  await become(trx, { companyId });
  const result = await work();
  await sql`select set_config('role', 'none', true)`.execute(trx);
  return result;
}

export async function asWorkerInside<T>(trx: BareTrx, work: () => Promise<T>): Promise<T> {
  await become(trx, "worker");
  const result = await work();
  await sql`select set_config('role', 'none', true)`.execute(trx);
  return result;
}

/** The database is unreachable or takes no writes for now. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseTimeout || isDiskFull(error)) return true;
  const code = String((error as { code?: unknown })?.code ?? "");
  const message = error instanceof Error ? error.message : "";
  return code.startsWith("08") || unavailableCodes.has(code) || unavailableText.test(message);
}

const unavailableCodes = new Set([
  "57P01", // admin_shutdown
  "57P02", // crash_shutdown
  "57P03", // cannot_connect_now
  "53300", // too_many_connections
  "28000", // invalid_authorization_specification: a login that is being changed
  "28P01", // invalid_password
  "3D000", // invalid_catalog_name: a database that is being restored
  "25006", // read_only_sql_transaction: a standby, during a failover; or the disk is full
  "57014", // query_canceled: statement_timeout
  "55P03", // lock_not_available: lock_timeout
  "25P03", // idle_in_transaction_session_timeout
  "25P04", // transaction_timeout
  "57P05", // idle_session_timeout
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOENT", // a unix socket that is gone
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EMFILE", // no file descriptor is left for a connection
]);
const unavailableText =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|driver has already been destroyed/;
