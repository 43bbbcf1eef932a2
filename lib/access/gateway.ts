/** The gateway's tokens: JWT (RFC 7519), RS256 only, checked against its JWK set (RFC 7517). */
import {
  createLocalJWKSet,
  decodeProtectedHeader,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  jwtVerify,
  type JWTVerifyOptions,
} from "jose";

/** Clock skew allowed for `exp` and `nbf`. */
const clockToleranceSeconds = 5;

const maxTokenChars = 16_384;
const maxEmailChars = 254;
/** ASCII before it is lower-cased: the Kelvin sign (U+212A) would become the letter k. */
const emailForm = /^[!-?A-~]+@[!-?A-~]+$/;

const maxCompanyId = 2_147_483_647;

const maxKeySetBytes = 256 * 1024;

/** `keys_unavailable`: the key set could not be fetched; a retry may work. */
export type GatewayErrorCode = "unauthorized" | "token_expired" | "keys_unavailable";

/** The message never holds the token or a claim of it. */
export class GatewayError extends Error {
  override name = "GatewayError";
  constructor(readonly code: GatewayErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
  }
}

export interface GatewayOptions {
  jwksUrl: string | URL;
  /** Not checked when absent; nor is `audience`. */
  issuer?: string;
  audience?: string | string[];
  timeoutMs?: number;
  /** At most one fetch for an unknown `kid`, and one retry of a failed refresh, in this time. */
  cooldownMs?: number;
  /** Age at which the key set is refreshed in the background. */
  refreshMs?: number;
  onKeysError?: (error: Error) => void;
  /** Milliseconds since the epoch. */
  now?: () => number;
}

export interface Gateway {
  /**
   * @returns the `email` claim, trimmed and in lower case, when the token ends, and the one company
   * that it opens where it has the claim `relevo_company`
   * @throws GatewayError
   */
  verify(token: string | null): Promise<Proof>;
  close(): Promise<void>;
}

export interface Proof {
  email: string;
  expiresAt: Date;
  /** Null of a token that opens whatever the address belongs to. */
  boundTo: number | null;
}

/** Fetches nothing before the first token comes. */
export function createGateway(options: GatewayOptions): Gateway {
  const now = options.now ?? Date.now;
  const keySet = new KeySet(options, now);
  const rules = (): JWTVerifyOptions => ({
    algorithms: ["RS256"],
    issuer: options.issuer,
    audience: options.audience,
    requiredClaims: ["exp"],
    clockTolerance: clockToleranceSeconds,
    currentDate: new Date(now()),
  });

  async function claimsOf(token: string): Promise<JWTPayload> {
    const keys = await keySet.current();
    try {
      return await checked(token, keys, rules());
    } catch (error) {
      if (!isUnknownKey(error, token)) throw error;
      return await checked(token, await keySet.newerThan(keys), rules());
    }
  }

  return {
    async verify(token) {
      const candidate = plausible(token);
      try {
        const claims = await claimsOf(candidate);
        const expiresAt = new Date(claims.exp! * 1000);
        return { email: emailOf(claims), expiresAt, boundTo: companyOf(claims) };
      } catch (error) {
        throw refusal(error);
      }
    },
    close: () => keySet.close(),
  };
}

type Keys = ReturnType<typeof createLocalJWKSet>;

/** Keeps the last key set that could be fetched, also while the key server is down. */
class KeySet {
  #keys: Keys | null = null;
  #loadedAt = -Infinity;
  #triedAt = -Infinity;
  #askedForUnknownAt = -Infinity;
  #failure: Error | null = null;
  #pending: Promise<Keys> | null = null;
  #closing = new AbortController();
  #url: URL;
  #limits: { timeoutMs: number; cooldownMs: number; refreshMs: number };

  constructor(private readonly options: GatewayOptions, private readonly now: () => number) {
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
      const keys = createLocalJWKSet(set);
      this.#keys = keys;
      this.#loadedAt = this.now();
      this.#failure = null;
      return keys;
    } catch (error) {
      this.#failure = error as Error;
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

/** Refuses early what no key could verify, so that garbage never causes a fetch. */
function plausible(token: string | null): string {
  if (!token) throw new GatewayError("unauthorized", "No gateway token");
  if (token.length > maxTokenChars) throw new GatewayError("unauthorized", "Oversize token");
  if (token.split(".").length !== 3 || headerOf(token)?.alg !== "RS256") {
    throw new GatewayError("unauthorized", "Not an RS256 token");
  }
  return token;
}

function headerOf(token: string) {
  try {
    return decodeProtectedHeader(token);
  } catch {
    return null;
  }
}

async function checked(token: string, keys: Keys, rules: JWTVerifyOptions): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keys, rules)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    return await checkedByAny(token, error, rules);
  }
}

/** A token need not name its key (RFC 7515, 4.1.4): then each of the set's is tried. */
async function checkedByAny(
  token: string,
  candidates: InstanceType<typeof errors.JWKSMultipleMatchingKeys>,
  rules: JWTVerifyOptions,
): Promise<JWTPayload> {
  for await (const key of candidates) {
    try {
      return (await jwtVerify(token, key, rules)).payload;
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    }
  }
  throw new errors.JWSSignatureVerificationFailed();
}

function isUnknownKey(error: unknown, token: string): boolean {
  if (error instanceof errors.JWKSNoMatchingKey) return true;
  return error instanceof errors.JWSSignatureVerificationFailed &&
    headerOf(token)?.kid === undefined;
}

function emailOf(claims: JWTPayload): string {
  const email = typeof claims.email === "string" ? claims.email.trim() : "";
  if (email.length <= maxEmailChars && emailForm.test(email)) return email.toLowerCase();
  throw new GatewayError("unauthorized", "The token has no usable email claim");
}

/** A claim that cannot be read must not open more than it would. */
function companyOf(claims: JWTPayload): number | null {
  const { relevo_company: company } = claims;
  if (company === undefined) return null;
  const isNumber = typeof company === "number" && Number.isInteger(company);
  if (isNumber && company >= 1 && company <= maxCompanyId) return company;
  throw new GatewayError("unauthorized", "The token's relevo_company is no company");
}

/** jose's own errors carry the claims, so none of them may become a cause. */
function refusal(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  if (error instanceof errors.JWTExpired) {
    return new GatewayError("token_expired", "The gateway token has expired");
  }
  const reason = error instanceof errors.JOSEError ? error.code : "ERR_UNUSABLE_KEY";
  return new GatewayError("unauthorized", `The gateway token does not hold: ${reason}`);
}

function unavailable(cause: Error): GatewayError {
  return new GatewayError("keys_unavailable", "The gateway's keys could not be fetched", { cause });
}
