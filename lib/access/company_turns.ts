import type { Tenant } from "@/lib/db/transaction.ts";
import type { Membership } from "@/lib/access/members.ts";
import { type Deadline, ordinaryMs, requestDeadline } from "@/lib/db/deadline.ts";
import type { Problem } from "@/lib/input/errors.ts";
import { BoundedMap } from "@/lib/bounded_map.ts";
import { FairSemaphore } from "@/lib/work/fair_semaphore.ts";

/** Fewer than the database has connections: sends and what the service does by itself find one. */
const ordinary = { perLane: 4, inAll: 12 };
/** Exports, imports and reports, each of which can keep a processor busy. */
const long = { perLane: 1, inAll: 2 };
/**
 * Where more of a company's long work waits, its place stays empty for twice as long as the last one
 * took: what was read is written as text and compressed meanwhile, by the process that serves all.
 */
const rest = { times: 2, mostMs: 1_000 };
const maxRemembered = 10_000;

/**
 * Has the transactions of requests wait for their turn: a company has a few at once, of those that
 * may take long one, and the companies take turns. Its members do not wait for its programs.
 */
export class CompanyTurns {
  #ordinary = new FairSemaphore<string>(ordinary);
  #long = new FairSemaphore<string>(long);
  /** The company that a person's calls for it led to. */
  #companies = new BoundedMap<string, number>(maxRemembered);

  /**
   * Runs `work` for a program, a phone or a link of the company when there is a place for it.
   * @throws DatabaseTimeout the request's time was up before
   */
  runForCompany<T>({ companyId }: Tenant, work: () => Promise<T>): Promise<T> {
    return this.#run(`programs of ${companyId}`, work);
  }

  /**
   * Runs `work` for a member when there is a place for it. Strangers to a company may not take its
   * places: until it is known that they belong to it, they have some of their own.
   * @param wanted the company that the call names
   * @throws DatabaseTimeout the request's time was up before
   */
  runForMember<T>(
    email: string,
    wanted: number | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    const companyId = this.#companies.get(nameOf(email, wanted));
    return this.#run(companyId === undefined ? email : `members of ${companyId}`, work);
  }

  /** What the person's call led to: a company, or why there is none. */
  remember(email: string, wanted: number | undefined, found: Membership | Problem): void {
    const name = nameOf(email, wanted);
    if ("companyId" in found) this.#companies.set(name, found.companyId);
    else this.#companies.delete(name);
  }

  async #run<T>(lane: string, work: () => Promise<T>): Promise<T> {
    const deadline = requestDeadline();
    const places = deadline.totalMs > ordinaryMs ? this.#long : this.#ordinary;
    const release = places.tryAcquire(lane) ?? await wait(deadline, places, lane);
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      const tookMs = performance.now() - startedAt;
      release(places === this.#long ? Math.min(rest.times * tookMs, rest.mostMs) : 0);
    }
  }
}

function wait(deadline: Deadline, places: FairSemaphore<string>, lane: string) {
  const late = new AbortController();
  return deadline.wait(() => places.acquire(lane, late.signal), () => late.abort());
}

function nameOf(email: string, wanted: number | undefined): string {
  return `${email} ${wanted ?? ""}`;
}
