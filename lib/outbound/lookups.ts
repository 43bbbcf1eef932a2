import type { Resolve } from "@/lib/outbound/addresses.ts";
import { BoundedMap } from "@/lib/tools/bounded_map.ts";
import { FairSemaphore } from "@/lib/fairness/fair_semaphore.ts";

interface Lookup {
  startedAt: number;
  expiresAt: number;
  addresses: Promise<string[]>;
}

interface LookupOptions {
  most?: number;
  perCompany?: number;
  now?: () => number;
}

const foundForMs = 30_000;
const notFoundForMs = 5_000;
const mostNames = 1_000;
const placeWithinMs = 5_000;

/** Strangers' names, by the system's resolver: it holds one of few threads, so few run at once. */
export class Lookups {
  #names = new BoundedMap<string, Lookup>(mostNames);
  #places: FairSemaphore<number>;
  readonly #now: () => number;

  constructor(
    private readonly resolve: Resolve,
    { most = 8, perCompany = 4, now = () => performance.now() }: LookupOptions = {},
  ) {
    this.#places = new FairSemaphore({ perQueue: perCompany, inAll: most });
    this.#now = now;
  }

  readonly find = async (name: string, companyId: number): Promise<string[]> => {
    const lookup = this.#recentOrNew(name, companyId);
    if (lookup) return await lookup.addresses;
    const release = await this.#placeOf(companyId);
    if (!release) return [];
    const recent = this.#recent(name);
    if (!recent) return await this.#start(name, companyId, release).addresses;
    release();
    return await recent.addresses;
  };

  /** `undefined` when it is not known within `ms`, which count from the start of its look-up. */
  async findWithin(ms: number, name: string, companyId: number): Promise<string[] | undefined> {
    const lookup = this.#recentOrNew(name, companyId);
    if (!lookup) return await within(ms, this.find(name, companyId));
    return await within(lookup.startedAt + ms - this.#now(), lookup.addresses);
  }

  #recent(name: string): Lookup | undefined {
    const lookup = this.#names.get(name);
    return lookup && this.#now() < lookup.expiresAt ? lookup : undefined;
  }

  #recentOrNew(name: string, companyId: number): Lookup | undefined {
    const recent = this.#recent(name);
    if (recent) return recent;
    const release = this.#places.tryAcquire(companyId);
    return release && this.#start(name, companyId, release);
  }

  async #placeOf(companyId: number): Promise<(() => void) | undefined> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), placeWithinMs);
    try {
      return await this.#places.acquire(companyId, late.signal);
    } catch {
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Holds its place until the resolver is done: it cannot be stopped. */
  #start(name: string, companyId: number, release: () => void): Lookup {
    const lookup: Lookup = {
      startedAt: this.#now(),
      expiresAt: Infinity,
      addresses: this.#ask(name, companyId).then((addresses) => {
        release();
        lookup.expiresAt = this.#now() + (addresses.length > 0 ? foundForMs : notFoundForMs);
        return addresses;
      }),
    };
    this.#names.set(name, lookup);
    return lookup;
  }

  async #ask(name: string, companyId: number): Promise<string[]> {
    try {
      return await this.resolve(name, companyId);
    } catch {
      return [];
    }
  }
}

function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  const { promise: first, resolve } = Promise.withResolvers<T | undefined>();
  const timer = setTimeout(() => resolve(undefined), Math.max(0, ms));
  promise.then((value) => {
    clearTimeout(timer);
    resolve(value);
  });
  return first;
}
