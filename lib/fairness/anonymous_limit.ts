/**
 * One budget per address for everything that is asked without a credential that holds: pages
 * without a sign-in, refused keys and tokens, forms, documents. A credential that held before lets
 * its bearer in, also where others at the same address have spent the budget.
 */
import { createHash } from "node:crypto";
import { BoundedMap } from "@/lib/tools/bounded_map.ts";
import { RateLimiter } from "@/lib/fairness/rate_limits.ts";
import type { Share } from "@/lib/fairness/share.ts";

const maxKnown = 20_000;
/** Each further 16 KiB of a body cost one more call. */
const bytesOfACall = 16 * 1024;

const admitted = new WeakSet<Request>();

/** Notes that the request brought a credential that is known. */
export function markAdmitted(req: Request): void {
  admitted.add(req);
}

/** Settles a call that was let in, by the status of its answer. */
export type Settle = (status: number) => void;

const settled: Settle = () => {};

export class AnonymousLimit {
  #limiter: RateLimiter;
  /** SHA-256 of credentials that held lately. */
  #credentials = new BoundedMap<string, true>(maxKnown);

  /** True once callers came without an address, for whom the limit is off. */
  isBlind = false;

  /** @param credentialsOf gives the credentials that a request brings, whether they hold or not */
  constructor(
    readonly limit: { perSecond: number; burst: number },
    private readonly credentialsOf: (req: Request) => string[],
    share?: Share,
  ) {
    this.#limiter = new RateLimiter(limit, { share });
  }

  /**
   * Takes a call from the budget of the address, unless it brings a credential that held before.
   * @param address undefined where callers cannot be told apart: everything passes
   * @returns settles the call: one whose credential turned out to hold costs nothing
   * @throws Problem rate_limited
   */
  enter(address: string | undefined, req: Request): Settle {
    if (this.limit.perSecond <= 0) return settled;
    if (address === undefined) {
      this.isBlind = true;
      return settled;
    }
    const calls = callsOf(req);
    const credentials = this.credentialsOf(req).map(digestOf);
    if (credentials.some((digest) => this.#credentials.has(digest))) {
      return (status) => {
        if (status !== 401) return;
        for (const digest of credentials) this.#credentials.delete(digest);
        this.#limiter.charge(address, calls);
      };
    }
    this.#limiter.take(address);
    this.#limiter.charge(address, calls - 1);
    return (status) => {
      // 401 also of a credential that was found, as a revoked key.
      if (!admitted.has(req) || status === 401) return;
      for (const digest of credentials) this.#credentials.set(digest, true);
      this.#limiter.refund(address, calls);
    };
  }
}

function callsOf({ headers }: Request): number {
  const bytes = Number(headers.get("content-length") ?? 0);
  return bytes > 0 ? 1 + Math.floor(bytes / bytesOfACall) : 1;
}

function digestOf(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
