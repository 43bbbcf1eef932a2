import { Share } from "@/lib/fairness/share.ts";
import { problem } from "@/lib/input/errors.ts";
import { BoundedMap } from "@/lib/tools/bounded_map.ts";
import { currentMs } from "@/lib/tools/clock.ts";
import type { Text } from "@/lib/words/language.ts";

const maxNames = 10_000;

interface LimiterOptions {
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
  /** This process's part of the limit; the whole of it unless told. */
  share?: Share;
}

interface Bucket {
  tokens: number;
  at: number;
}

/**
 * A token bucket per name, in memory, each process with its share of the tokens. Headers follow the
 * IETF draft "RateLimit header fields" and tell of all processes, as if each had as many left.
 */
export class RateLimiter {
  #buckets = new BoundedMap<string | number, Bucket>(maxNames);
  #now: () => number;
  #share: Share;

  constructor(
    readonly limit: { perSecond: number; burst: number },
    { now = () => performance.now(), share = new Share() }: LimiterOptions = {},
  ) {
    this.#now = now;
    this.#share = share;
  }

  /** Charges extra tokens afterwards; the balance may go negative. */
  charge(name: string | number, tokens: number): void {
    if (this.limit.perSecond > 0 && tokens > 0) this.#refill(name).tokens -= tokens;
  }

  /** Gives back the token of a call that turned out to cost nothing. */
  refund(name: string | number, tokens: number): void {
    if (this.limit.perSecond > 0) this.#refill(name).tokens += tokens;
  }

  /** Takes a token where there is one. */
  allows(name: string | number): boolean {
    if (this.limit.perSecond <= 0) return true;
    const bucket = this.#refill(name);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }

  /** Takes a token; returns headers for the answer. @throws Problem rate_limited */
  take(name: string | number): Record<string, string> {
    const { perSecond, burst } = this.limit;
    if (perSecond <= 0) return {};
    const bucket = this.#refill(name);
    const ownRate = this.#share.of(perSecond);
    const window = Math.max(1, Math.ceil(burst / perSecond));
    const remaining = () => Math.max(0, Math.floor(bucket.tokens)) * this.#share.processes;
    const headers = (wait: number) => ({
      "RateLimit-Policy": `"default";q=${burst};w=${window}`,
      "RateLimit": `"default";r=${Math.min(burst, remaining())};t=${wait}`,
    });
    if (bucket.tokens < 1) {
      const wait = Math.max(1, Math.ceil((1 - bucket.tokens) / ownRate));
      throw problem("rate_limited", {
        headers: { ...headers(wait), "Retry-After": String(wait) },
        details: { perSecond, burst },
      });
    }
    bucket.tokens -= 1;
    return headers(Math.ceil((this.#capacity() - bucket.tokens) / ownRate));
  }

  #refill(name: string | number): Bucket {
    const capacity = this.#capacity();
    const now = this.#now();
    const bucket = this.#buckets.get(name) ?? { tokens: capacity, at: now };
    const grown = (now - bucket.at) / 1000 * this.#share.of(this.limit.perSecond);
    bucket.tokens = Math.min(capacity, bucket.tokens + grown);
    bucket.at = now;
    this.#buckets.set(name, bucket);
    return bucket;
  }

  /** Below one token no call would ever pass. */
  #capacity(): number {
    const { burst } = this.limit;
    return Math.max(this.#share.of(burst), Math.min(burst, 1));
  }
}

interface AttemptLimit {
  failures: number;
  windowMs: number;
  sentence?: (until: Date) => Text;
}

interface Failure {
  at: number;
  what?: string;
}

/** Counts failures per name; attempts near the limit wait for one another. */
export class AttemptLimiter {
  #failures = new BoundedMap<string, Failure[]>(maxNames);
  #running = new Map<string, Set<Promise<void>>>();
  #now: () => number;
  #share: Share;

  constructor(
    readonly limit: AttemptLimit,
    { now = () => performance.now(), share = new Share() }: LimiterOptions = {},
  ) {
    this.#now = now;
    this.#share = share;
  }

  /** Counts a failure where `work` returns nothing, once per `what`. @throws Problem rate_limited */
  async attempt<T>(
    name: string,
    work: () => Promise<T | undefined>,
    what?: string,
  ): Promise<T | undefined> {
    while (this.#attemptsLeft(name) <= (this.#running.get(name)?.size ?? 0)) {
      await Promise.race(this.#running.get(name)!);
    }
    const running = this.#running.get(name) ?? new Set();
    this.#running.set(name, running);
    const { promise, resolve } = Promise.withResolvers<void>();
    running.add(promise);
    try {
      const result = await work();
      if (result === undefined) this.take(name, what);
      return result;
    } finally {
      running.delete(promise);
      if (running.size === 0) this.#running.delete(name);
      resolve();
    }
  }

  /** Counts one try, whatever its result. @throws Problem rate_limited */
  take(name: string, what?: string): void {
    this.#attemptsLeft(name);
    const failures = this.#recent(name);
    if (what !== undefined && failures.some((failure) => failure.what === what)) return;
    this.#failures.set(name, [...failures, { at: this.#now(), what }]);
  }

  #attemptsLeft(name: string): number {
    const failures = this.#recent(name);
    const most = this.#share.wholeOf(this.limit.failures);
    if (failures.length < most) return most - failures.length;
    const seconds = Math.ceil((failures[0]!.at + this.limit.windowMs - this.#now()) / 1000);
    const wait = Math.max(1, seconds);
    const until = new Date(currentMs() + wait * 1000);
    throw problem("rate_limited", {
      headers: { "Retry-After": String(wait) },
      details: { until: until.toISOString() },
      sentence: this.limit.sentence?.(until),
    });
  }

  #recent(name: string): Failure[] {
    const since = this.#now() - this.limit.windowMs;
    return (this.#failures.get(name) ?? []).filter(({ at }) => at > since);
  }
}
