import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { nameText, text } from "@/lib/input/input.ts";
import { problem } from "@/lib/input/errors.ts";
import { newMailSettings } from "@/lib/channels/accounts/email_settings.ts";
import { requireCipher } from "@/lib/channels/accounts/secrets.ts";
import {
  endpointsOf,
  type OAuth,
  type OAuthProvider,
  oauthProviders,
  providers,
  wayBack,
} from "@/lib/channels/email/oauth/provider.ts";
import { challengeOf, newVerifier, sealState, stateMs } from "@/lib/channels/email/oauth/state.ts";
import type { SecretCipher } from "@/lib/secrets/secret_cipher.ts";
import { currentMs } from "@/lib/tools/clock.ts";

export const oauthParams = z.object({
  provider: z.enum(oauthProviders).meta({
    description: "Provider of the mailbox that the member signs in with.",
  }),
});

export const beginBody = z.strictObject({
  address: field.optionalEmail.meta({ description: "Its e-mail address." }),
  name: z.union([nameText({ max: 60 }), z.null()]).optional().meta({
    description: "Name of the account; its address unless told.",
  }),
  import_since: newMailSettings.shape.import_since,
  channel_id: field.id.optional().meta({
    description: "Id of an account that is there and signs in anew.",
  }),
}).meta({ id: "MailboxSignIn" });

export const begunRecord = z.object({
  url: z.string().meta({ description: "Where the member signs in, within ten minutes." }),
}).meta({ id: "MailboxSignInPlace" });

export const finishBody = z.strictObject({
  code: text({ max: 4_000 }).meta({
    description: "`code` from the provider's redirect (RFC 6749, section 4.1.2).",
  }),
  state: text({ max: 4_000 }).meta({
    description: "`state` from the same redirect, unchanged.",
  }),
}).meta({ id: "MailboxSignedIn" });

/**
 * Returns the address of a mailbox's sign-in (RFC 6749, section 4.1.1; PKCE). @throws Problem
 * oauth_missing, secrets_missing
 */
export function beginSignIn(
  { oauth, secretCipher }: { oauth: OAuth; secretCipher: SecretCipher | null },
  { companyId, userId }: { companyId: number; userId: number },
  provider: OAuthProvider,
  body: z.output<typeof beginBody>,
): z.output<typeof begunRecord> {
  const cipher = requireCipher(secretCipher);
  const client = oauth.clients[provider];
  if (!client) throw problem("oauth_missing");
  const verifier = newVerifier();
  const state = sealState(cipher, companyId, {
    userId,
    provider,
    verifier,
    expiresAt: currentMs() + stateMs,
    name: body.name ?? null,
    importSince: body.import_since ?? null,
    accountId: body.channel_id ?? null,
  });
  const url = new URL(endpointsOf(oauth, provider).authorizeUrl);
  url.search = String(
    new URLSearchParams({
      response_type: "code",
      client_id: client.id,
      redirect_uri: wayBack(oauth, provider),
      scope: providers[provider].scope,
      state,
      code_challenge: challengeOf(verifier),
      code_challenge_method: "S256",
      ...providers[provider].parameters,
      ...(body.address ? { login_hint: body.address } : {}),
    }),
  );
  return { url: String(url) };
}
