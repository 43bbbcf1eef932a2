import { createHash, randomBytes } from "node:crypto";
import * as z from "zod";
import { oauthProviders } from "@/lib/channels/email/oauth/provider.ts";
import { type SecretBox, SecretLost } from "@/lib/secrets/secret_box.ts";

/** What a sign-in with a provider is for, sealed into its `state`: it comes back in an address. */

const begun = z.object({
  userId: z.int(),
  provider: z.enum(oauthProviders),
  /** Of PKCE (RFC 7636). */
  verifier: z.string(),
  expiresAt: z.number(),
  name: z.string().nullable(),
  importSince: z.string().nullable(),
  /** The account that signs in anew. */
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

export function sealState(box: SecretBox, companyId: number, state: Begun): string {
  const { keyName, sealed } = box.seal(JSON.stringify(state), placeIn(companyId));
  return [companyId, keyName, sealed.toBase64({ alphabet: "base64url" })].join(".");
}

/** The company that a `state` says it is of, unproved: enough to ask who the caller is there. */
export function companyIn(state: string): number | undefined {
  const [company] = state.split(".");
  return /^[1-9]\d{0,9}$/.test(company!) ? Number(company) : undefined;
}

/** @returns nothing where it is not of that member, company and provider, or too old */
export function openState(
  box: SecretBox,
  state: string,
  { companyId, userId, provider }: { companyId: number; userId: number; provider: string },
): Begun | undefined {
  const [company, keyName, sealed] = state.split(".");
  if (company !== String(companyId) || !keyName || !sealed) return undefined;
  try {
    const bytes = Uint8Array.fromBase64(sealed, { alphabet: "base64url" });
    const given = begun.parse(JSON.parse(box.open({ keyName, sealed: bytes }, placeIn(companyId))));
    const isTheirs = given.userId === userId && given.provider === provider;
    return isTheirs && given.expiresAt > Date.now() ? given : undefined;
  } catch (error) {
    if (error instanceof SecretLost || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
