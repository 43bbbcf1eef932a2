import type { CompanyGroups } from "@/lib/fairness/company_groups.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { type Deadline, requestDeadline } from "@/lib/db/deadline.ts";
import type { Problem } from "@/lib/input/errors.ts";
import { BoundedMap } from "@/lib/tools/bounded_map.ts";
import { FairSemaphore, type Limits, type Release } from "@/lib/fairness/fair_semaphore.ts";

/** Of the pool's connections, three in five: sends and the service's own work find one. */
const ordinaryOf = (poolSize: number) => ({
  perQueue: Math.floor(poolSize / 5),
  inAll: Math.floor(poolSize * 0.6),
});
/** Exports, imports and reports can each keep a processor busy; one is left for everybody else. */
const long = {
  perQueue: 1,
  inAll: navigator.hardwareConcurrency > 2 ? 2 : 1,
  coolsDownForAll: true,
};
/** After long work a place stays empty while others wait: its result is still compressed. */
const cooldowns = {
  ordinary: { fromMs: 30, times: 1, mostMs: 250 },
  long: { fromMs: 0, times: 3, mostMs: 1_500 },
};
const maxRemembered = 10_000;
/** Strangers who sign in must not hold up members. */
const gateway = "gateway";
/** Queue of people without a known company: signing in is free, so it earns no queue of its own. */
const newcomers = "newcomers";

interface Places {
  perCompany: FairSemaphore<string>;
  perPerson: FairSemaphore<string>;
}

function placesOf(limits: Limits): Places {
  return {
    perCompany: new FairSemaphore(limits),
    perPerson: new FairSemaphore({ perQueue: limits.perQueue, inAll: Infinity }),
  };
}

/**
 * Transactions wait for their turn: a company has few at once, a person as many in all companies as
 * in one, and members do not wait for programs.
 */
export class CompanyQueues {
  #ordinary: Places;
  #long = placesOf(long);
  #companies = new BoundedMap<string, number>(maxRemembered);
  #people = new BoundedMap<string, true>(maxRemembered);

  constructor(
    private readonly groups: CompanyGroups,
    private readonly deadlineMs: number,
    poolSize: number,
  ) {
    this.#ordinary = placesOf(ordinaryOf(poolSize));
  }

  /** Runs `work` of a program, phone or link. @throws DatabaseTimeout no turn in time */
  runForCompany<T>({ companyId }: Tenant, work: () => Promise<T>): Promise<T> {
    return this.#run({ queue: `programs of ${this.groups.of(companyId)}` }, work);
  }

  /**
   * Runs `work` of a member; strangers have places of their own. @throws DatabaseTimeout
   * @param wanted the company that the call names
   */
  runForMember<T>(
    email: string,
    wanted: number | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    if (!this.#people.has(email)) return this.#run({ queue: newcomers }, work);
    const companyId = this.#companies.get(nameOf(email, wanted));
    const queue = companyId === undefined ? email : `members of ${this.groups.of(companyId)}`;
    return this.#run({ queue, person: email }, work);
  }

  /** Runs `work` of the installation's own gateway. @throws DatabaseTimeout no turn in time */
  runForGateway<T>(work: () => Promise<T>): Promise<T> {
    return this.#run({ queue: gateway }, work);
  }

  know(email: string): void {
    this.#people.set(email, true);
  }

  remember(email: string, wanted: number | undefined, result: Tenant | Problem): void {
    const name = nameOf(email, wanted);
    this.know(email);
    if ("companyId" in result) this.#companies.set(name, result.companyId);
    else this.#companies.delete(name);
  }

  async #run<T>(
    { queue, person }: { queue: string; person?: string },
    work: () => Promise<T>,
  ): Promise<T> {
    const deadline = requestDeadline(this.deadlineMs);
    const isLong = deadline.totalMs !== this.deadlineMs;
    const { perCompany, perPerson } = isLong ? this.#long : this.#ordinary;
    const leave = person === undefined ? undefined : await enter(deadline, perPerson, person);
    try {
      const release = await enter(deadline, perCompany, queue);
      const startedAt = performance.now();
      try {
        return await work();
      } finally {
        const tookMs = performance.now() - startedAt;
        const { fromMs, times, mostMs } = isLong ? cooldowns.long : cooldowns.ordinary;
        // A person's calls wait for one another before they wait for the queue.
        const isAwaited = person !== undefined && perPerson.isAwaited(person);
        release(tookMs < fromMs ? 0 : Math.min(times * tookMs, mostMs), isAwaited);
      }
    } finally {
      leave?.();
    }
  }
}

async function enter(
  deadline: Deadline,
  places: FairSemaphore<string>,
  queue: string,
): Promise<Release> {
  const free = places.tryAcquire(queue);
  if (free) return free;
  const late = new AbortController();
  return await deadline.wait(() => places.acquire(queue, late.signal), () => late.abort());
}

function nameOf(email: string, wanted: number | undefined): string {
  return `${email} ${wanted ?? ""}`;
}
