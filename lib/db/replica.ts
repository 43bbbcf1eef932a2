import { sql } from "kysely";
import type { Database, Db } from "@/lib/db/connection.ts";
import { currentDeadline, outsideRequests, withDeadline } from "@/lib/db/deadline.ts";
import { become, type Tenant } from "@/lib/db/transaction.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";

interface Options {
  log: Log;
  /** What is read on a standby may be so old. */
  mostMs?: number;
  lookEveryMs?: number;
}

interface Position {
  system: string;
  timeline: number;
  at: string;
}

/** Reads lists, reports and exports on a standby, where there is one that is up to date. */
export class Replica {
  #positions: { position: bigint; noted: number }[] = [];
  #freshUntil = -Infinity;
  #looking: Promise<void> | undefined;
  readonly #timer: ReturnType<typeof setInterval> | undefined;
  readonly #log: Log;
  readonly #mostMs: number;

  /** @param standby null where everything is read on the primary */
  constructor(
    private readonly primary: Database,
    private readonly standby: Database | null,
    { log, mostMs = 60_000, lookEveryMs = 10_000 }: Options,
  ) {
    this.#log = log;
    this.#mostMs = mostMs;
    if (!standby) return;
    this.#timer = setInterval(() => this.look(), lookEveryMs);
    Deno.unrefTimer(this.#timer);
    this.look();
  }

  get isFresh(): boolean {
    return performance.now() < this.#freshUntil;
  }

  /**
   * Runs `work`, which only reads, as the tenant on the standby; in `trx` where there is none, or
   * where that fails: rows that are needed may be vacuumed away, or not have come yet.
   */
  async read<T>(tenant: Tenant, trx: Db, work: (db: Db) => Promise<T>): Promise<T> {
    const outcome = await this.#readOnStandby(tenant, work);
    return outcome ? outcome.result : await work(trx);
  }

  /** Reads one after the other: what came to the primary stays there, where all of it is. */
  series(): Replica["read"] {
    let isOnPrimary = false;
    return async (tenant, trx, work) => {
      const outcome = isOnPrimary ? null : await this.#readOnStandby(tenant, work);
      isOnPrimary = outcome === null;
      return outcome ? outcome.result : await work(trx);
    };
  }

  async #readOnStandby<T>(
    tenant: Tenant,
    work: (db: Db) => Promise<T>,
  ): Promise<{ result: T } | null> {
    if (!this.standby || !this.isFresh) return null;
    const { db, deadlineMs } = this.standby;
    const leftMs = currentDeadline()?.leftMs ?? deadlineMs;
    try {
      // The primary needs time too, if this one does not answer.
      return await withDeadline(
        leftMs / 2,
        () =>
          db.transaction().setAccessMode("read only").execute(async (trx) => {
            await become(trx, tenant);
            return { result: await work(trx) };
          }),
      );
    } catch (error) {
      this.#log.debug("read_on_primary", describeError(error));
      return null;
    }
  }

  look(): Promise<void> {
    return this.#looking ??= outsideRequests(() => this.#compare()).catch((error) => {
      this.#log.debug("replica_away", describeError(error));
    }).finally(() => this.#looking = undefined);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #compare(): Promise<void> {
    const noted = performance.now();
    const newest = await positionOn(this.primary.db);
    this.#positions = this.#positions.filter((one) => noted - one.noted < this.#mostMs);
    this.#positions.push({ position: BigInt(newest.at), noted });
    const { system, timeline, at } = await positionOn(this.standby!.db);
    // A standby of a primary of yesterday may be far ahead in a log of its own.
    if (system !== newest.system || timeline < newest.timeline) return;
    const reached = this.#positions.findLast(({ position }) => position <= BigInt(at));
    if (reached) this.#freshUntil = reached.noted + this.#mostMs;
  }
}

async function positionOn(db: Db): Promise<Position> {
  const { rows: [row] } = await sql<Position>`
    select (select system_identifier::text from pg_control_system()) as system,
      case when pg_is_in_recovery() then greatest(
          (select timeline_id from pg_control_checkpoint()),
          (select min_recovery_end_timeline from pg_control_recovery()))
        else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int
      end as timeline,
      ((case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end)
        - '0/0')::text as at`.execute(db);
  return row!;
}
