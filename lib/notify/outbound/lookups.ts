import type { Resolve } from "@/lib/notify/outbound/addresses.ts";
import { Places } from "@/lib/notify/outbound/places.ts";

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
  #names = new Map<string, Lookup>();
  #places: Places;
  readonly #now: () => number;

  constructor(
    private readonly resolve: Resolve,
    { most = 8, perCompany = 4, now = () => performance.now() }: LookupOptions = {},
  ) {
    this.#places = new Places({ most, perCompany });
    this.#now = now;
  }

  /** Empty also when the company has no place for it in time. */
  readonly find = async (name: string, companyId: number): Promise<string[]> => {
    const lookup = this.#knownOrStarted(name, companyId);
    if (lookup) return await lookup.found;
    if (!await this.#places.take(companyId, placeWithinMs)) return [];
    const known = this.#known(name);
    if (!known) return await this.#start(name, companyId).found;
    this.#places.giveBack(companyId);
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
    return this.#places.tryTake(companyId) ? this.#start(name, companyId) : undefined;
  }

  /** The place is held until the resolver is done: it cannot be stopped. */
  #start(name: string, companyId: number): Lookup {
    const lookup: Lookup = {
      startedAt: this.#now(),
      expiresAt: Infinity,
      found: this.#ask(name, companyId).then((addresses) => {
        this.#places.giveBack(companyId);
        lookup.expiresAt = this.#now() + (addresses.length > 0 ? foundForMs : notFoundForMs);
        return addresses;
      }),
    };
    this.#names.delete(name);
    this.#names.set(name, lookup);
    if (this.#names.size > mostNames) this.#names.delete(this.#names.keys().next().value!);
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
