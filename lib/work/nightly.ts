import { type RawBuilder, sql } from "kysely";
import type { BareTrx, Db, Trx } from "@/lib/db/connection.ts";
import { DatabaseTimeout, longMs, withDeadline } from "@/lib/db/deadline.ts";
import {
  asWorkerInside,
  insideTenant,
  isUnavailable,
  type Tenant,
  transact,
} from "@/lib/db/transaction.ts";
import type { Announce } from "@/lib/tools/after_commit.ts";
import { currentTime } from "@/lib/tools/clock.ts";
import type { Gate } from "@/lib/tools/hold.ts";
import { describeError, type Log } from "@/lib/tools/log.ts";

/** Where a step begins in a company; null is its beginning, and its end. */
export type Place = string | null;

export type NightlyStep = (trx: Trx, tenant: Tenant, place: Place) => Promise<Place>;

/** Work of each night. `tenant` and `worker` go company by company, in the role of that name. */
export interface NightlyWork {
  /** Its key in the table: a new name is a new work. */
  name: string;
  by: "tenant" | "worker" | "all companies";
  step: NightlyStep;
  /** Which companies `c` may have something to do, as the worker reads it; all unless told. */
  isDue?: RawBuilder<boolean>;
}

interface NightlyOptions {
  db: Db;
  log: Log;
  announce: Announce;
  works: readonly NightlyWork[];
  nextCompany(db: Db, after: number, isDue?: RawBuilder<boolean>): Promise<number | undefined>;
  signal?: AbortSignal;
  /** While it is shut nothing is removed. */
  gate?: Gate;
  now?: () => Date;
  /** Time that a work's steps may take in a night; the next night goes on there. */
  nightMs?: number;
}

interface Row {
  day: string;
  company_id: number;
  place: Place;
  worked_ms: number;
  is_over: boolean;
}

const beginsMs = (3 * 60 + 23) * 60_000; // UTC
const usualNightMs = 60 * 60_000;
const lock = 7_354_090;

/** The night's work in steps. Each notes in its own transaction where the next one begins. */
export class Nightly {
  #running: Promise<void> | undefined;
  #finishedNight = "";

  constructor(private readonly options: NightlyOptions) {}

  /** Does the rest of the last night's work. Never rejects. */
  look(): Promise<void> {
    return this.#running ??= this.#look()
      .catch((error) => this.options.log.warn("nightly_failed", describeError(error)))
      .finally(() => this.#running = undefined);
  }

  async idle(): Promise<void> {
    await this.#running;
  }

  async #look(): Promise<void> {
    const { works, gate, now = currentTime } = this.options;
    if (gate?.isHeld) return;
    const day = new Date(now().getTime() - beginsMs).toISOString().slice(0, 10);
    if (this.#finishedNight === day) return;
    let isOver = true;
    for (const work of works) {
      if (!await this.#goOn(work, day)) isOver = false;
    }
    if (isOver) this.#finishedNight = day;
  }

  /** @returns whether the work is over for the night; not while another process has it */
  async #goOn(work: NightlyWork, day: string): Promise<boolean> {
    const { log, signal, gate } = this.options;
    for (;;) {
      if (signal?.aborted || gate?.isHeld) return false;
      let at: Row | undefined;
      try {
        const outcome = await this.#inTurn(work, async (trx) => {
          at = await this.#begin(trx, work, day);
          return at && await this.#step(trx, work, at);
        });
        if (outcome === "busy") return false;
        if (!outcome) return true;
      } catch (error) {
        if (!at || isAway(error)) throw error;
        const { company_id: companyId } = at;
        log.warn("nightly_failed", { work: work.name, companyId, ...describeError(error) });
        const failed = at;
        const isNoted = await this.#inTurn(work, (trx) => this.#leave(trx, work, failed));
        if (isNoted === "busy") return false;
      }
    }
  }

  #inTurn<T>(work: NightlyWork, run: (trx: Trx) => Promise<T>): Promise<T | "busy"> {
    const { db, announce } = this.options;
    return withDeadline(longMs, () =>
      transact(db, async (trx) => {
        const { rows } = await sql<{ is_mine: boolean }>`
          select pg_try_advisory_xact_lock(${lock}, hashtext(${work.name})) as is_mine`
          .execute(trx);
        return rows[0]!.is_mine ? await run(trx) : "busy";
      }, announce));
  }

  async #begin(trx: BareTrx, work: NightlyWork, day: string): Promise<Row | undefined> {
    const { nightMs = usualNightMs } = this.options;
    const row = await trx.selectFrom("nightly_work")
      .select(["day", "company_id", "place", "worked_ms", "is_over"])
      .where("work", "=", work.name).executeTakeFirst();
    if (!row) {
      const first = { day, company_id: 0, place: null, worked_ms: 0, is_over: true };
      await trx.insertInto("nightly_work").values({ work: work.name, ...first }).execute();
      return undefined;
    }
    const isNew = row.day < day;
    const rest = isNew && row.is_over ? { ...row, company_id: 0, place: null } : row;
    const at = isNew ? { ...rest, day, worked_ms: 0, is_over: false } : row;
    if (at.is_over || at.worked_ms >= nightMs) return undefined;
    if (at.place !== null) return at;
    const next = await this.#nextCompany(trx, work, at.company_id);
    if (next !== undefined) return { ...at, company_id: next };
    await this.#note(trx, work, { ...at, is_over: true });
    return undefined;
  }

  async #nextCompany(trx: BareTrx, { by, isDue }: NightlyWork, last: number) {
    if (by === "all companies") return last === 0 ? 1 : undefined;
    const { nextCompany } = this.options;
    if (!isDue) return await nextCompany(trx, last);
    return await asWorkerInside(trx, () => nextCompany(trx, last, isDue));
  }

  async #step(trx: Trx, work: NightlyWork, at: Row): Promise<true> {
    const started = performance.now();
    const tenant = { companyId: at.company_id };
    const run = () => work.step(trx, tenant, at.place);
    const place = work.by === "tenant"
      ? await insideTenant(trx, at.company_id, run)
      : await asWorkerInside(trx, run);
    await this.#note(trx, work, { ...at, place, worked_ms: workedMs(at, started) });
    return true;
  }

  async #leave(trx: Trx, work: NightlyWork, failed: Row): Promise<void> {
    const row = await this.#begin(trx, work, failed.day);
    if (row?.company_id !== failed.company_id || row.place !== failed.place) return;
    await this.#note(trx, work, { ...row, place: null });
  }

  async #note(trx: BareTrx, { name }: NightlyWork, row: Row): Promise<void> {
    await trx.updateTable("nightly_work").set(row).where("work", "=", name).execute();
  }
}

/** The database is away for every company; a step that took too long is its company's own matter. */
function isAway(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code ?? "";
  const isLate = error instanceof DatabaseTimeout || ["57014", "55P03"].includes(code);
  return isUnavailable(error) && !isLate;
}

function workedMs({ worked_ms }: Row, started: number): number {
  return worked_ms + Math.ceil(performance.now() - started);
}
