/** The gateway's JWK set (RFC 7517), as it was last fetched. */
import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload } from "jose";
import { DigestCache } from "@/lib/access/tokens.ts";

const maxKeySetBytes = 256 * 1024;

/** Tokens whose signature need not be checked again. */
const maxChecked = 1_000;

/** `keys_unavailable`: the key set could not be fetched; a retry may work. */
export type GatewayErrorCode = "unauthorized" | "token_expired" | "keys_unavailable";

/** The message never holds the token or a claim of it. */
export class GatewayError extends Error {
  override name = "GatewayError";
  constructor(readonly code: GatewayErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
  }
}

export interface Keys {
  find: ReturnType<typeof createLocalJWKSet>;
  /** Claims by the token's digest. They go with the keys that proved them. */
  checked: DigestCache<JWTPayload>;
}

export interface KeySetOptions {
  jwksUrl: string | URL;
  timeoutMs?: number;
  /** At most one fetch for an unknown `kid`, and one retry of a failed refresh, in this time. */
  cooldownMs?: number;
  /** Age at which the key set is refreshed in the background. */
  refreshMs?: number;
  onKeysError?: (error: Error) => void;
}

/** Keeps the last key set that could be fetched, also while the key server is down. */
export class KeySet {
  #keys: Keys | null = null;
  #loadedAt = -Infinity;
  #triedAt = -Infinity;
  #askedForUnknownAt = -Infinity;
  #failure: Error | null = null;
  #failedAt: number | null = null;
  #pending: Promise<Keys> | null = null;
  #closing = new AbortController();
  #url: URL;
  #limits: { timeoutMs: number; cooldownMs: number; refreshMs: number };

  constructor(private readonly options: KeySetOptions, private readonly now: () => number) {
    this.#url = new URL(options.jwksUrl);
    const { timeoutMs = 5_000, cooldownMs = 30_000, refreshMs = 600_000 } = options;
    this.#limits = { timeoutMs, cooldownMs, refreshMs };
  }

  async current(): Promise<Keys> {
    if (!this.#keys) return await this.#fetchOnce();
    const { cooldownMs, refreshMs } = this.#limits;
    const sinceTried = this.now() - this.#triedAt;
    const stale = this.now() - this.#loadedAt >= refreshMs;
    if (!stale || (this.#failure && sinceTried < cooldownMs)) return this.#keys;
    const refresh = this.#fetchOnce().catch(() => this.#keys!);
    // After a long silence wait for the refresh, or a withdrawn key would still open once.
    return sinceTried >= 2 * refreshMs ? await refresh : this.#keys;
  }

  async newerThan(keys: Keys): Promise<Keys> {
    if (this.#keys && this.#keys !== keys) return this.#keys;
    if (this.#pending) return await this.#pending;
    if (this.now() - this.#askedForUnknownAt < this.#limits.cooldownMs) {
      // The last fetch failed, so whether the key exists is not known.
      if (this.#failure) throw unavailable(this.#failure);
      throw new GatewayError("unauthorized", "The token is signed with an unknown key");
    }
    this.#askedForUnknownAt = this.now();
    return await this.#fetchOnce();
  }

  /** Since when the keys cannot be fetched, in milliseconds; tries again first where it is time. */
  async failedSince(): Promise<number | null> {
    if (this.#failedAt === null) return null;
    if (this.now() - this.#triedAt >= this.#limits.cooldownMs) {
      await this.#fetchOnce().catch(() => {});
    }
    return this.#failedAt;
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error("The gateway is closed"));
    await this.#pending?.catch(() => {});
  }

  #fetchOnce(): Promise<Keys> {
    this.#triedAt = this.#pending ? this.#triedAt : this.now();
    return this.#pending ??= this.#load().finally(() => this.#pending = null);
  }

  async #load(): Promise<Keys> {
    try {
      const set = await fetchKeySet(this.#url, this.#limits, this.#closing);
      // Thrown here, so that the keys that were good before stay.
      if (set.keys?.length === 0) throw new Error("The key set is empty");
      const keys = {
        find: createLocalJWKSet(set),
        checked: new DigestCache<JWTPayload>(maxChecked),
      };
      this.#keys = keys;
      this.#loadedAt = this.now();
      this.#failure = this.#failedAt = null;
      return keys;
    } catch (error) {
      this.#failure = error as Error;
      this.#failedAt ??= this.now();
      if (!this.#closing.signal.aborted) this.options.onKeysError?.(this.#failure);
      throw unavailable(this.#failure);
    }
  }
}

async function fetchKeySet(
  url: URL,
  limits: { timeoutMs: number },
  closing: AbortController,
): Promise<JSONWebKeySet> {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new Error(`No key set within ${limits.timeoutMs} ms`)),
    limits.timeoutMs,
  );
  Deno.unrefTimer(timer);
  try {
    const signal = AbortSignal.any([late.signal, closing.signal]);
    const headers = { accept: "application/json, application/jwk-set+json" };
    const response = await fetch(url, { headers, redirect: "manual", signal });
    if (response.status === 200) return JSON.parse(await readText(response));
    await response.body?.cancel();
    throw new Error(`The key server answered ${response.status}`);
  } finally {
    clearTimeout(timer);
  }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let [text, size] = ["", 0];
  for await (const bytes of response.body ?? []) {
    size += bytes.length;
    if (size > maxKeySetBytes) throw new Error("The key set is too large");
    text += decoder.decode(bytes, { stream: true });
  }
  return text + decoder.decode();
}

function unavailable(cause: Error): GatewayError {
  return new GatewayError("keys_unavailable", "The gateway's keys could not be fetched", { cause });
}
