const windowMs = 5 * 60_000;
const leastCalls = 10;
const failedShare = 0.7;
const pauseMs = 30_000;
const slowMs = 3_000;

/**
 * How a receiving host has done lately, in this process. One that keeps failing is paused for 30 s
 * at a time and then tried with a single call; one that is slow gets fewer calls at once. Both only
 * delay: nothing is dropped.
 */
export class HostHealth {
  #calls: { at: number; failed: boolean }[] = [];
  #pausedUntil = 0;
  #probing = false;
  #slow = false;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** How many calls may run at once now. */
  limit(most: number): number {
    if (this.pausedMs > 0) return 0;
    if (this.#probing) return 1;
    return this.#slow ? Math.min(2, most) : most;
  }

  /** How long until the host is tried again, in milliseconds; 0 when it is not paused. */
  get pausedMs(): number {
    return Math.max(0, this.#pausedUntil - this.now());
  }

  /** Notes how a call went. */
  note({ failed, durationMs }: { failed: boolean; durationMs: number }): void {
    const now = this.now();
    this.#slow = durationMs >= slowMs;
    this.#calls = this.#calls.filter(({ at }) => at > now - windowMs).slice(-199);
    this.#calls.push({ at: now, failed });
    if (!failed) {
      if (this.#probing) this.#calls = [];
      this.#probing = false;
      return;
    }
    const failures = this.#calls.filter((call) => call.failed).length;
    const failing = this.#calls.length >= leastCalls &&
      failures >= failedShare * this.#calls.length;
    if (failing || this.#probing) {
      this.#pausedUntil = now + pauseMs;
      this.#probing = true;
    }
  }
}
