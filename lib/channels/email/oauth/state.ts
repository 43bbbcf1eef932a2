import { createHash, randomBytes } from "node:crypto";
import * as z from "zod";
import { oauthProviders } from "@/lib/channels/email/oauth/provider.ts";
import { type SecretCipher, SecretLost } from "@/lib/secrets/secret_cipher.ts";
import { currentMs } from "@/lib/tools/clock.ts";

/** The `state` of a sign-in with a provider, sealed because it comes back in a URL. */

const begun = z.object({
  userId: z.int(),
  provider: z.enum(oauthProviders),
  /** Code verifier of PKCE (RFC 7636). */
  verifier: z.string(),
  expiresAt: z.number(),
  name: z.string().nullable(),
  importSince: z.string().nullable(),
  /** Id of the account that signs in again; null for a new one. */
  accountId: z.int().nullable(),
});
export type Begun = z.output<typeof begun>;

export const stateMs = 10 * 60_000;

export function newVerifier(): string {
  return randomBytes(32).toString("base64url");
}

export function challengeOf(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

const placeIn = (companyId: number) => ({ companyId, accountId: 0, field: "oauth_state" });

export function sealState(cipher: SecretCipher, companyId: number, state: Begun): string {
  const { keyName, sealed } = cipher.seal(JSON.stringify(state), placeIn(companyId));
  return [companyId, keyName, sealed.toBase64({ alphabet: "base64url" })].join(".");
}

/** Company id in a `state`, not yet verified: only to look up the caller in that company. */
export function companyIn(state: string): number | undefined {
  const [company] = state.split(".");
  return /^[1-9]\d{0,9}$/.test(company!) ? Number(company) : undefined;
}

/** @returns undefined if it is of another member, company or provider, or expired */
export function openState(
  cipher: SecretCipher,
  state: string,
  { companyId, userId, provider }: { companyId: number; userId: number; provider: string },
): Begun | undefined {
  const [company, keyName, sealed] = state.split(".");
  if (company !== String(companyId) || !keyName || !sealed) return undefined;
  try {
    const bytes = Uint8Array.fromBase64(sealed, { alphabet: "base64url" });
    const signIn = begun.parse(
      JSON.parse(cipher.open({ keyName, sealed: bytes }, placeIn(companyId))),
    );
    const isTheirs = signIn.userId === userId && signIn.provider === provider;
    return isTheirs && signIn.expiresAt > currentMs() ? signIn : undefined;
  } catch (error) {
    if (error instanceof SecretLost || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
