import { problem } from "@/lib/input/errors.ts";

/** Most that may be open at once. */
export interface PlaceLimits {
  /** Of one phone, member or key. */
  perCaller: number;
  perCompany: number;
  perProcess: number;
}

/** Seconds after which a caller who was refused may come again. */
const retryAfter = "10";

/**
 * Counts what stays open, streams or long polls, so that no caller and no company takes all that a
 * process can hold.
 */
export class Places {
  #open = new Map<string, number>();

  constructor(private readonly limits: PlaceLimits) {}

  /**
   * @param caller names it among the company's callers
   * @returns what gives the place back; a second call does nothing
   * @throws Problem rate_limited
   */
  take(companyId: number, caller: string): () => void {
    const { perCaller, perCompany, perProcess } = this.limits;
    const counted: [name: string, most: number][] = [
      [`${companyId}/${caller}`, perCaller],
      [`${companyId}`, perCompany],
      ["", perProcess],
    ];
    if (counted.some(([name, most]) => this.#count(name) >= most)) {
      throw problem("rate_limited", { headers: { "Retry-After": retryAfter } });
    }
    for (const [name] of counted) this.#open.set(name, this.#count(name) + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      for (const [name] of counted) this.#leave(name);
    };
  }

  /** How many are open in all. */
  get count(): number {
    return this.#count("");
  }

  #count(name: string): number {
    return this.#open.get(name) ?? 0;
  }

  #leave(name: string): void {
    const left = this.#count(name) - 1;
    if (left > 0) this.#open.set(name, left);
    else this.#open.delete(name);
  }
}
