const windowMs = 5 * 60_000;
const leastCalls = 10;
const failedShare = 0.7;
const pauseMs = 30_000;
const slowMs = 3_000;
const pacedMs = 60_000;

interface HostHealthOptions {
  maxWhileSlow?: number;
  now?: () => number;
}

/**
 * Pauses a failing host for 30 s at a time, then tries one call; a slow one gets fewer at once, and one
 * that is asked too often half as many for a minute.
 */
export class HostHealth {
  #calls: { at: number; failed: boolean }[] = [];
  #pausedUntil = 0;
  #probing = false;
  #slow = false;
  #pacedUntil = 0;

  readonly #now: () => number;
  readonly #maxWhileSlow: number;

  constructor({ maxWhileSlow = 2, now = () => performance.now() }: HostHealthOptions = {}) {
    this.#maxWhileSlow = maxWhileSlow;
    this.#now = now;
  }

  limit(most: number): number {
    if (this.pausedMs > 0) return 0;
    if (this.#probing) return 1;
    const limit = this.#slow ? Math.min(this.#maxWhileSlow, most) : most;
    return this.#pacedUntil > this.#now() ? Math.max(1, Math.floor(limit / 2)) : limit;
  }

  get pausedMs(): number {
    return Math.max(0, this.#pausedUntil - this.#now());
  }

  get isFailing(): boolean {
    return this.#calls.at(-1)?.failed ?? false;
  }

  get isBlank(): boolean {
    const last = this.#calls.at(-1);
    return this.pausedMs === 0 && (last === undefined || last.at <= this.#now() - windowMs);
  }

  /** The host said by another way than an answer that it is asked too often. */
  notePace(): void {
    this.#pacedUntil = this.#now() + pacedMs;
  }

  note(
    { failed, durationMs, isPaced = false }: {
      failed: boolean;
      durationMs: number;
      isPaced?: boolean;
    },
  ): void {
    const now = this.#now();
    if (isPaced) this.notePace();
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
