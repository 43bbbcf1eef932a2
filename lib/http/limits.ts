import { problem } from "@/lib/input/errors.ts";

interface Bucket {
  tokens: number;
  at: number;
}

/** A token bucket per name, in memory. Headers follow the IETF draft "RateLimit header fields". */
export class RateLimiter {
  #buckets = new Map<string | number, Bucket>();
  constructor(
    readonly limit: { perSecond: number; burst: number },
    private readonly now: () => number = () => performance.now(),
  ) {}

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
    this.#buckets.delete(name); // the map's order is by last use
    this.#buckets.set(name, bucket);
    if (this.#buckets.size > 10_000) this.#forgetOldest();
    return bucket;
  }

  #forgetOldest() {
    for (const name of this.#buckets.keys()) {
      this.#buckets.delete(name);
      return;
    }
  }
}

/**
 * Counts failures per name within a window, and refuses once there are too many. An attempt under
 * way counts as failed, so that many at once are no way around the limit.
 */
export class AttemptLimiter {
  #failures = new Map<string, { at: number }[]>();
  constructor(
    readonly limit: { failures: number; windowMs: number },
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Begins an attempt.
   * @returns to be called when it succeeded: takes it off the count
   * @throws Problem rate_limited when `name` has failed too often lately
   */
  begin(name: string): () => void {
    const failures = this.#recent(name);
    if (failures.length >= this.limit.failures) {
      const wait = Math.ceil((failures[0]!.at + this.limit.windowMs - this.now()) / 1000);
      throw problem("rate_limited", { headers: { "Retry-After": String(Math.max(1, wait)) } });
    }
    const attempt = { at: this.now() };
    this.#keep(name, [...failures, attempt]);
    return () => this.#keep(name, this.#recent(name).filter((one) => one !== attempt));
  }

  #keep(name: string, failures: { at: number }[]): void {
    this.#failures.delete(name); // the map's order is by last use
    if (failures.length > 0) this.#failures.set(name, failures);
    const oldest = this.#failures.keys().next().value;
    if (this.#failures.size > 10_000 && oldest !== undefined) this.#failures.delete(oldest);
  }

  /** Counts one try, whatever becomes of it. @throws Problem rate_limited */
  take(name: string): void {
    this.begin(name);
  }

  #recent(name: string): { at: number }[] {
    const since = this.now() - this.limit.windowMs;
    return (this.#failures.get(name) ?? []).filter(({ at }) => at > since);
  }
}
