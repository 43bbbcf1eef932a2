import { problem } from "@/lib/input/errors.ts";
import { BoundedMap } from "@/lib/bounded_map.ts";

const maxNames = 10_000;

interface Bucket {
  tokens: number;
  at: number;
}

/** A token bucket per name, in memory. Headers follow the IETF draft "RateLimit header fields". */
export class RateLimiter {
  #buckets = new BoundedMap<string | number, Bucket>(maxNames);
  constructor(
    readonly limit: { perSecond: number; burst: number },
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Takes more of what was let through and turned out to cost it; the debt is paid by waiting. */
  charge(name: string | number, tokens: number): void {
    if (this.limit.perSecond > 0 && tokens > 0) this.#refill(name).tokens -= tokens;
  }

  /** Takes a token; returns headers for the answer. @throws Problem rate_limited */
  take(name: string | number): Record<string, string> {
    const { perSecond, burst } = this.limit;
    if (perSecond <= 0) return {};
    const bucket = this.#refill(name);
    const window = Math.max(1, Math.ceil(burst / perSecond));
    const headers = (wait: number) => ({
      "RateLimit-Policy": `"default";q=${burst};w=${window}`,
      "RateLimit": `"default";r=${Math.max(0, Math.floor(bucket.tokens))};t=${wait}`,
    });
    if (bucket.tokens < 1) {
      const wait = Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond));
      throw problem("rate_limited", {
        headers: { ...headers(wait), "Retry-After": String(wait) },
        details: { perSecond, burst },
      });
    }
    bucket.tokens -= 1;
    return headers(Math.ceil((burst - bucket.tokens) / perSecond));
  }

  #refill(name: string | number): Bucket {
    const { perSecond, burst } = this.limit;
    const now = this.now();
    const bucket = this.#buckets.get(name) ?? { tokens: burst, at: now };
    bucket.tokens = Math.min(burst, bucket.tokens + (now - bucket.at) / 1000 * perSecond);
    bucket.at = now;
    this.#buckets.set(name, bucket);
    return bucket;
  }
}

/**
 * Counts failures per name within a window, and refuses once there are too many. Attempts that
 * could go beyond the limit together wait for one another, so many at once are no way around it.
 */
export class AttemptLimiter {
  #failures = new BoundedMap<string, number[]>(maxNames);
  #running = new Map<string, Set<Promise<void>>>();
  constructor(
    readonly limit: { failures: number; windowMs: number },
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Makes an attempt; it counts as failed where `work` gives nothing.
   * @throws Problem rate_limited when `name` has failed too often lately
   */
  async attempt<T>(name: string, work: () => Promise<T | undefined>): Promise<T | undefined> {
    while (this.#left(name) <= (this.#running.get(name)?.size ?? 0)) {
      await Promise.race(this.#running.get(name)!);
    }
    const running = this.#running.get(name) ?? new Set();
    this.#running.set(name, running);
    const { promise, resolve } = Promise.withResolvers<void>();
    running.add(promise);
    try {
      const result = await work();
      if (result === undefined) this.take(name);
      return result;
    } finally {
      running.delete(promise);
      if (running.size === 0) this.#running.delete(name);
      resolve();
    }
  }

  /** Counts one try, whatever becomes of it. @throws Problem rate_limited */
  take(name: string): void {
    this.#left(name);
    this.#failures.set(name, [...this.#recent(name), this.now()]);
  }

  /** How many more failures there may be. @throws Problem rate_limited where none may */
  #left(name: string): number {
    const failures = this.#recent(name);
    if (failures.length < this.limit.failures) return this.limit.failures - failures.length;
    const wait = Math.ceil((failures[0]! + this.limit.windowMs - this.now()) / 1000);
    throw problem("rate_limited", { headers: { "Retry-After": String(Math.max(1, wait)) } });
  }

  #recent(name: string): number[] {
    const since = this.now() - this.limit.windowMs;
    return (this.#failures.get(name) ?? []).filter((at) => at > since);
  }
}
