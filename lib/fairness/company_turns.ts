import type { CompanyGroups } from "@/lib/fairness/company_groups.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { type Deadline, requestDeadline } from "@/lib/db/deadline.ts";
import type { Problem } from "@/lib/input/errors.ts";
import { BoundedMap } from "@/lib/bounded_map.ts";
import { FairSemaphore, type Limits, type Release } from "@/lib/fairness/fair_semaphore.ts";

/** Fewer than the database has connections: sends and what the service does by itself find one. */
const ordinary = { perLane: 4, inAll: 12 };
/**
 * Exports, imports and reports, each of which can keep a processor busy: one processor is left for
 * everybody else, and so is part of the process's own time.
 */
const long = {
  perLane: 1,
  inAll: navigator.hardwareConcurrency > 2 ? 2 : 1,
  coolsDownForAll: true,
};
/**
 * Where more of a company's work waits, its place stays empty for a while after work that took long:
 * what was read is written as text and compressed meanwhile, by the process that serves all.
 */
const cooldowns = {
  ordinary: { fromMs: 30, times: 1, mostMs: 250 },
  long: { fromMs: 0, times: 3, mostMs: 1_500 },
};
const maxRemembered = 10_000;
/** Strangers who sign in must not hold up those who are in. */
const gateway = "gateway";
/** Of those who are not known to have been here: signing in is free, so it buys no turn. */
const newcomers = "newcomers";

/** Places at the database, and those of one person in all companies together. */
interface Places {
  perCompany: FairSemaphore<string>;
  perPerson: FairSemaphore<string>;
}

function placesOf(limits: Limits): Places {
  return {
    perCompany: new FairSemaphore(limits),
    perPerson: new FairSemaphore({ perLane: limits.perLane, inAll: Infinity }),
  };
}

/**
 * Has the transactions of requests wait for their turn: a company has a few at once, of those that
 * may take long one, and the companies take turns. Its members do not wait for its programs. A
 * person has as many in all of their companies as in one, and companies that count as one share.
 */
export class CompanyTurns {
  #ordinary = placesOf(ordinary);
  #long = placesOf(long);
  /** The company that a person's calls for it led to. */
  #companies = new BoundedMap<string, number>(maxRemembered);
  #people = new BoundedMap<string, true>(maxRemembered);

  /** @param deadlineMs that a request has where its endpoint does not say it */
  constructor(private readonly groups: CompanyGroups, private readonly deadlineMs: number) {}

  /**
   * Runs `work` for a program, a phone or a link of the company when there is a place for it.
   * @throws DatabaseTimeout the request's time was up before
   */
  runForCompany<T>({ companyId }: Tenant, work: () => Promise<T>): Promise<T> {
    return this.#run({ lane: `programs of ${this.groups.of(companyId)}` }, work);
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
    if (!this.#people.has(email)) return this.#run({ lane: newcomers }, work);
    const companyId = this.#companies.get(nameOf(email, wanted));
    const lane = companyId === undefined ? email : `members of ${this.groups.of(companyId)}`;
    return this.#run({ lane, person: email }, work);
  }

  /**
   * Runs `work` for the installation's own gateway when there is a place for it.
   * @throws DatabaseTimeout the request's time was up before
   */
  runForGateway<T>(work: () => Promise<T>): Promise<T> {
    return this.#run({ lane: gateway }, work);
  }

  /** Notes that the person has been here. */
  know(email: string): void {
    this.#people.set(email, true);
  }

  /** Stores the company of the person's call, or the reason why there is none. */
  remember(email: string, wanted: number | undefined, found: Tenant | Problem): void {
    const name = nameOf(email, wanted);
    this.know(email);
    if ("companyId" in found) this.#companies.set(name, found.companyId);
    else this.#companies.delete(name);
  }

  async #run<T>(
    { lane, person }: { lane: string; person?: string },
    work: () => Promise<T>,
  ): Promise<T> {
    const deadline = requestDeadline(this.deadlineMs);
    // Its endpoint says so.
    const isLong = deadline.totalMs !== this.deadlineMs;
    const { perCompany, perPerson } = isLong ? this.#long : this.#ordinary;
    const leave = person === undefined ? undefined : await enter(deadline, perPerson, person);
    try {
      const release = await enter(deadline, perCompany, lane);
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        const tookMs = performance.now() - startedAt;
        const { fromMs, times, mostMs } = isLong ? cooldowns.long : cooldowns.ordinary;
        // A person's calls wait for one another before they wait for the lane.
        const isAwaited = person !== undefined && perPerson.isAwaited(person);
        release(tookMs < fromMs ? 0 : Math.min(times * tookMs, mostMs), isAwaited);
      }
    } finally {
      leave?.();
    }
  }
}

/** Takes a place, waiting for it as long as the request has time. */
async function enter(
  deadline: Deadline,
  places: FairSemaphore<string>,
  lane: string,
): Promise<Release> {
  const free = places.tryAcquire(lane);
  if (free) return free;
  const late = new AbortController();
  return await deadline.wait(() => places.acquire(lane, late.signal), () => late.abort());
}

function nameOf(email: string, wanted: number | undefined): string {
  return `${email} ${wanted ?? ""}`;
}
