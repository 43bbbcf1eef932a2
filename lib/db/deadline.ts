import { AsyncLocalStorage } from "node:async_hooks";
import { Alarms } from "@/lib/db/alarms.ts";

export const ordinaryMs = 5_000;
/** Deadline of imports, exports and reports, which read or write thousands of rows. */
export const longMs = 30_000;

/** The database did not answer in time; what was asked may have happened. */
export class DatabaseTimeout extends Error {
  override name = "DatabaseTimeout";
  constructor(ms: number) {
    super(`the database did not answer within ${Math.round(ms)} ms`);
  }
}

const alarms = new Alarms();

/** A request's time to wait for the database. What waits for nothing gives its time back. */
export class Deadline {
  #leftMs: number;
  #countedAt = performance.now();
  #waits = 0;

  constructor(readonly totalMs: number) {
    this.#leftMs = totalMs;
  }

  get leftMs(): number {
    const passedMs = performance.now() - this.#countedAt;
    return this.#waits > 0
      ? this.#leftMs - passedMs
      : Math.min(this.totalMs, this.#leftMs + passedMs);
  }

  /**
   * @param giveUp called at the deadline; work that has begun goes on
   * @throws DatabaseTimeout
   */
  wait<T>(begin: () => Promise<T>, giveUp: () => void): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.leftMs <= 0) {
        giveUp();
        return reject(new DatabaseTimeout(this.totalMs));
      }
      this.#count(+1);
      let isOver = false;
      const end = () => {
        if (isOver) return false;
        this.#count(-1);
        alarms.clear(alarm);
        return isOver = true;
      };
      const ring = () => {
        if (!end()) return;
        giveUp();
        reject(new DatabaseTimeout(this.totalMs));
      };
      const alarm = { at: this.#countedAt + this.#leftMs, ring };
      alarms.set(alarm);
      const begun = (async () => await begin())();
      begun.then((value) => end() && resolve(value), (error) => end() && reject(error));
    });
  }

  #count(change: 1 | -1): void {
    this.#leftMs = this.leftMs;
    this.#countedAt = performance.now();
    this.#waits += change;
  }
}

const current = new AsyncLocalStorage<Deadline | undefined>();

export function currentDeadline(): Deadline | undefined {
  return current.getStore();
}

/** The request's deadline, or one of `ms` outside of requests. */
export function requestDeadline(ms: number): Deadline {
  return currentDeadline() ?? new Deadline(ms);
}

/** Runs `work`, whose queries together may wait `ms` for the database. */
export function withDeadline<T>(ms: number, work: () => T): T {
  return current.run(new Deadline(ms), work);
}

/** Runs work that is no part of a request: each connection it takes has its own time. */
export function outsideRequests<T>(work: () => T): T {
  return current.run(undefined, work);
}
