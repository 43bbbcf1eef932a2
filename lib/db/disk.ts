import { type Kysely, sql } from "kysely";
import { outsideRequests } from "@/lib/db/deadline.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";

/** Interval at which a full disk is checked. */
const lookMs = 1_000;
/**
 * Milliseconds that a failed write counts, whatever a check finds: tables may lie on another disk.
 */
const failedWriteMs = 5_000;

const diskFull = "53100";
const saysFull = /No space left on device|Disk quota exceeded/;

/** Whether a statement failed because the server has no room left to write. */
export function isDiskFull(error: unknown): boolean {
  const { code, message = "" } = (error ?? {}) as { code?: unknown; message?: string };
  return code === diskFull || saysFull.test(message);
}

/**
 * Tells whether the database's disk has room. While full, transactions are read only: a server that
 * cannot extend its log ends.
 */
export class Disk {
  #isFull = false;
  #failedAt = -Infinity;
  #looked: { at: number; hasRoom: Promise<boolean> } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  /** @param write writes to the server's disk; throws as the server does */
  constructor(private readonly write: () => Promise<void>, private readonly log: Log) {}

  get isFull(): boolean {
    return this.#isFull;
  }

  writeFailed(error: unknown): void {
    this.#failedAt = performance.now();
    this.#setFull(error);
  }

  /** Whether there is room; looks at most once a second. A database that is away is not full. */
  hasRoom(): Promise<boolean> {
    const now = performance.now();
    if (!this.#looked || now - this.#looked.at > lookMs) {
      this.#looked = { at: now, hasRoom: this.#look() };
    }
    return this.#looked.hasRoom.then((hasRoom) => hasRoom && !this.#isFull);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #look(): Promise<boolean> {
    try {
      await this.write();
    } catch (error) {
      if (isDiskFull(error)) this.#setFull(error);
      return !this.#isFull;
    }
    if (this.#isFull && performance.now() - this.#failedAt > failedWriteMs) {
      this.#isFull = false;
      this.log.warn("database_disk_has_room");
    }
    return !this.#isFull;
  }

  #setFull(error: unknown): void {
    if (this.#isFull || this.#isClosed) return;
    this.#isFull = true;
    this.log.error("database_disk_full", {
      ...describeError(error),
      note: "Nothing is accepted until there is room; reading goes on.",
    });
    this.#lookAgain();
  }

  #lookAgain(): void {
    const timer = setTimeout(async () => {
      await outsideRequests(() => this.#look());
      if (this.#isFull && !this.#isClosed) this.#lookAgain();
    }, lookMs);
    Deno.unrefTimer(timer);
    this.#timer = timer;
  }
}

/** Makes the server sort beyond its memory, so that it writes to disk without leaving anything. */
export async function writeToDisk<T>(db: Kysely<T>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set transaction read only`.execute(trx);
    await sql`set local work_mem = '64kB'`.execute(trx);
    await sql`
      select sum(length(filler)) from (
        select n, repeat('x', 200) as filler from generate_series(1, 1500) n order by n desc offset 0
      ) sorted`.execute(trx);
  });
}

const disks = new WeakMap<object, Disk>();

/** Connects `disk` with the failed writes of the database, for `transact`. */
export function watchDisk<T>(db: Kysely<T>, disk: Disk): void {
  disks.set(db, disk);
}

export function diskOf<T>(db: Kysely<T>): Disk | undefined {
  return disks.get(db);
}
