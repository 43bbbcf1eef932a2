import { Share } from "@/lib/fairness/share.ts";
import { problem } from "@/lib/input/errors.ts";

export interface PlaceLimits {
  perCaller: number;
  perCompany: number;
  perProcess: number;
  /** Seconds; 10 by default. */
  retryAfter?: number;
}

/** Counts open streams or long polls. What a caller and a company have is of all processes. */
export class Places {
  #open = new Map<string, number>();

  constructor(
    private readonly limits: PlaceLimits,
    private readonly share: Share = new Share(),
  ) {}

  /** @returns gives the place back; a second call does nothing @throws Problem rate_limited */
  take(companyId: number, caller: string): () => void {
    const { perCaller, perCompany, perProcess, retryAfter = 10 } = this.limits;
    const counted: [name: string, most: number][] = [
      [`${companyId}/${caller}`, this.share.wholeOf(perCaller)],
      [`${companyId}`, this.share.wholeOf(perCompany)],
      ["", perProcess],
    ];
    if (counted.some(([name, most]) => this.#count(name) >= most)) {
      throw problem("rate_limited", { headers: { "Retry-After": String(retryAfter) } });
    }
    for (const [name] of counted) this.#open.set(name, this.#count(name) + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      for (const [name] of counted) this.#leave(name);
    };
  }

  get count(): number {
    return this.#count("");
  }

  #count(name: string): number {
    return this.#open.get(name) ?? 0;
  }

  #leave(name: string): void {
    const count = this.#count(name) - 1;
    if (count > 0) this.#open.set(name, count);
    else this.#open.delete(name);
  }
}
