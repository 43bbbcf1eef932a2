/** The gateway's tokens: JWT (RFC 7519), RS256 only, checked against its JWK set (RFC 7517). */
import {
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  jwtVerify,
  type JWTVerifyOptions,
} from "jose";
import {
  GatewayError,
  type Keys,
  KeySet,
  type KeySetOptions,
} from "@/lib/access/gateway/key_set.ts";
import { digestOf } from "@/lib/access/tokens.ts";

/** Clock skew allowed for `exp` and `nbf`. */
const clockToleranceSeconds = 5;

const maxTokenChars = 16_384;
const maxEmailChars = 254;
/** ASCII before it is lower-cased: the Kelvin sign (U+212A) would become the letter k. */
const emailForm = /^[!-?A-~]+@[!-?A-~]+$/;

const maxCompanyId = 2_147_483_647;

export interface GatewayOptions extends KeySetOptions {
  /** Without it the token's issuer is not checked; the same holds for `audience`. */
  issuer?: string;
  audience?: string | string[];
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
  /** Since when the key set cannot be fetched. */
  keysAwaySince(): Promise<Date | null>;
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

  async function checkedOnce(token: string, keys: Keys): Promise<JWTPayload> {
    const check = () => checked(token, keys.find, rules());
    const claims = await keys.checked.find(digestOf(token), check);
    return claims && isInForce(claims, now()) ? claims : await check();
  }

  async function claimsOf(token: string): Promise<JWTPayload> {
    const keys = await keySet.current();
    try {
      return await checkedOnce(token, keys);
    } catch (error) {
      if (!isUnknownKey(error, token)) throw error;
      return await checkedOnce(token, await keySet.newerThan(keys));
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
    async keysAwaySince() {
      const since = await keySet.failedSince();
      return since === null ? null : new Date(since);
    },
    close: () => keySet.close(),
  };
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

async function checked(
  token: string,
  keys: Keys["find"],
  rules: JWTVerifyOptions,
): Promise<JWTPayload> {
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

function isInForce({ exp, nbf = 0 }: JWTPayload, nowMs: number): boolean {
  const now = Math.floor(nowMs / 1_000);
  return exp! > now - clockToleranceSeconds && nbf <= now + clockToleranceSeconds;
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
