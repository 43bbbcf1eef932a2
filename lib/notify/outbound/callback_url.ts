/** A courtesy to the sender: the guard is `guarded_sockets.ts`, when the address is dialled. */
import {
  addressInUrl,
  bareHost,
  mayReach,
  type Nets,
  type Resolve,
} from "@/lib/notify/outbound/addresses.ts";
import { systemResolve } from "@/lib/notify/outbound/guarded_sockets.ts";
import type { callbackUrlWords } from "@/lib/words/callback_url.ts";

/** The name of what is wrong: a key of {@link callbackUrlWords}. */
export type CallbackUrlRefusal = keyof typeof callbackUrlWords;

/** What {@link checkCallbackUrl} found. */
type CallbackUrlCheck = { ok: true; url: URL } | { ok: false; reason: CallbackUrlRefusal };

export interface CallbackUrlOptions {
  /** Networks that may be called although not public, also over plain http. */
  allow: Nets;
  resolve?: Resolve;
  /** Default 1,000. */
  timeoutMs?: number;
  /** Milliseconds of some clock (tests). */
  now?: () => number;
}

const MAX_LENGTH = 2048;
const FOUND_FOR_MS = 30_000;
/** Spares every call the wait for a dead resolver. */
const NOT_FOUND_FOR_MS = 5_000;
const MAX_NAMES = 1_000;
/** A look-up cannot be cancelled and holds a thread. */
const MAX_LOOKUPS_AT_ONCE = 32;

/**
 * Refuses a host that is, or only resolves to, non-public addresses; one that does not resolve in
 * `timeoutMs` passes. An address in `allow` may also be plain http. Never throws.
 */
export async function checkCallbackUrl(
  text: string,
  options: CallbackUrlOptions,
): Promise<CallbackUrlCheck> {
  const url = URL.parse(text);
  const reason = formRefusal(text, url) ?? await hostRefusal(url!, options);
  return reason ? { ok: false, reason } : { ok: true, url: url! };
}

function formRefusal(text: string, url: URL | null): CallbackUrlRefusal | undefined {
  // Fewer UTF-16 units are fewer characters; counting those costs an array.
  if (text.length > MAX_LENGTH && [...text].length > MAX_LENGTH) return "too_long";
  if (url && url.protocol !== "https:" && url.protocol !== "http:") return "not_https";
  // A URL parser drops spaces around and line breaks inside.
  // deno-lint-ignore no-control-regex
  if (!url || !bareHost(url) || /[\x00-\x20\x7f]/.test(text)) return "not_a_url";
  if (/^[^:]*:[/\\]*[^/\\?#]*@/.test(text)) return "user_info";
  if (text.includes("#")) return "fragment";
}

async function hostRefusal(
  url: URL,
  options: CallbackUrlOptions,
): Promise<CallbackUrlRefusal | undefined> {
  const { allow } = options;
  const plain = url.protocol === "http:";
  if (plain && allow.empty) return "not_https";
  const addresses = await addressesOf(url, options);
  if (!addresses) return plain ? "not_https" : undefined;
  if (addresses.some((address) => mayReach(address, { allow, plain }))) return undefined;
  return plain ? "not_https" : "address_not_public";
}

/** `undefined` when it is not known in time. */
async function addressesOf(
  url: URL,
  { resolve = systemResolve, timeoutMs = 1_000, now = () => performance.now() }: CallbackUrlOptions,
): Promise<string[] | undefined> {
  const address = addressInUrl(url);
  if (address) return [address];
  const name = bareHost(url);
  // RFC 6761, section 6.3: localhost is this machine, whatever a resolver says.
  if (/(^|\.)localhost$/.test(name)) return ["127.0.0.1", "::1"];
  const lookup = lookupOf(name, resolve, now);
  if (!lookup) return undefined;
  return await within(lookup.startedAt + timeoutMs - now(), lookup.found);
}

interface Lookup {
  startedAt: number;
  expiresAt: number;
  found: Promise<string[] | undefined>;
}

interface Names {
  lookups: Map<string, Lookup>;
  underWay: number;
}

const namesOf = new WeakMap<Resolve, Names>();

/** `undefined` while too many look-ups are under way. */
function lookupOf(name: string, resolve: Resolve, now: () => number): Lookup | undefined {
  const names = namesOf.get(resolve) ?? { lookups: new Map(), underWay: 0 };
  namesOf.set(resolve, names);
  const known = names.lookups.get(name);
  if (known && now() < known.expiresAt) return known;
  if (names.underWay >= MAX_LOOKUPS_AT_ONCE) return undefined;
  const lookup = startLookup(name, names, resolve, now);
  names.lookups.delete(name);
  names.lookups.set(name, lookup);
  if (names.lookups.size > MAX_NAMES) names.lookups.delete(names.lookups.keys().next().value!);
  return lookup;
}

function startLookup(name: string, names: Names, resolve: Resolve, now: () => number): Lookup {
  const lookup: Lookup = {
    startedAt: now(),
    expiresAt: Infinity,
    found: find(name, resolve).then((addresses) => {
      names.underWay--;
      lookup.expiresAt = now() + (addresses ? FOUND_FOR_MS : NOT_FOUND_FOR_MS);
      return addresses;
    }),
  };
  names.underWay++;
  return lookup;
}

async function find(name: string, resolve: Resolve): Promise<string[] | undefined> {
  try {
    const addresses = await resolve(name);
    return addresses.length > 0 ? addresses : undefined;
  } catch {
    return undefined;
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
