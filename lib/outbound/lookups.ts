import type { Resolve } from "@/lib/outbound/addresses.ts";
import { BoundedMap } from "@/lib/bounded_map.ts";
import { FairSemaphore } from "@/lib/fairness/fair_semaphore.ts";

interface Lookup {
  startedAt: number;
  expiresAt: number;
  /** Empty when the name has no address. */
  found: Promise<string[]>;
}

interface LookupOptions {
  /** Most at once, of all companies and of one. */
  most?: number;
  perCompany?: number;
  /** Milliseconds of some clock (tests). */
  now?: () => number;
}

const foundForMs = 30_000;
/** Spares every call the wait for a dead resolver. */
const notFoundForMs = 5_000;
const mostNames = 1_000;
/** As long as connecting may take. */
const placeWithinMs = 5_000;

/**
 * Names that strangers chose, looked up by the system's resolver, which knows its hosts file and
 * search domains. It holds a thread while it waits for a name server, of the few that files and
 * crypto need too, so only a few are asked at once, and of one company fewer still.
 */
export class Lookups {
  #names = new BoundedMap<string, Lookup>(mostNames);
  #places: FairSemaphore<number>;
  readonly #now: () => number;

  constructor(
    private readonly resolve: Resolve,
    { most = 8, perCompany = 4, now = () => performance.now() }: LookupOptions = {},
  ) {
    this.#places = new FairSemaphore({ perLane: perCompany, inAll: most });
    this.#now = now;
  }

  /** Empty also when the company has no place for it in time. */
  readonly find = async (name: string, companyId: number): Promise<string[]> => {
    const lookup = this.#knownOrStarted(name, companyId);
    if (lookup) return await lookup.found;
    const release = await this.#placeOf(companyId);
    if (!release) return [];
    const known = this.#known(name);
    if (!known) return await this.#start(name, companyId, release).found;
    release();
    return await known.found;
  };

  /** `undefined` when it is not known within `ms`, which count from the start of its look-up. */
  async findWithin(ms: number, name: string, companyId: number): Promise<string[] | undefined> {
    const lookup = this.#knownOrStarted(name, companyId);
    if (!lookup) return await within(ms, this.find(name, companyId));
    return await within(lookup.startedAt + ms - this.#now(), lookup.found);
  }

  #known(name: string): Lookup | undefined {
    const known = this.#names.get(name);
    return known && this.#now() < known.expiresAt ? known : undefined;
  }

  #knownOrStarted(name: string, companyId: number): Lookup | undefined {
    const known = this.#known(name);
    if (known) return known;
    const release = this.#places.tryAcquire(companyId);
    return release && this.#start(name, companyId, release);
  }

  /** `undefined` when none became free in time. */
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

  /** The place is held until the resolver is done: it cannot be stopped. */
  #start(name: string, companyId: number, release: () => void): Lookup {
    const lookup: Lookup = {
      startedAt: this.#now(),
      expiresAt: Infinity,
      found: this.#ask(name, companyId).then((addresses) => {
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
      // Whatever the resolver's trouble is, there is no address.
      return [];
    }
  }
}

/** `undefined` when it takes longer. */
function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  const { promise: first, resolve } = Promise.withResolvers<T | undefined>();
  const timer = setTimeout(() => resolve(undefined), Math.max(0, ms));
  promise.then((value) => {
    clearTimeout(timer);
    resolve(value);
  });
  return first;
}
