import type { Trx } from "@/lib/db/connection.ts";
import { problem } from "@/lib/input/errors.ts";
import type { Actor } from "@/lib/records/records.ts";
import type { AccountReader } from "@/lib/channels/accounts/accounts.ts";
import { insertAccount } from "@/lib/channels/accounts/create_account.ts";
import { refreshField, requireCipher } from "@/lib/channels/accounts/secrets.ts";
import { signInAnew } from "@/lib/channels/accounts/sign_in.ts";
import { type MailNetwork } from "@/lib/channels/email/network.ts";
import { MailFailure } from "@/lib/channels/email/failure.ts";
import { askToken } from "@/lib/channels/email/oauth/ask_token.ts";
import {
  endpointsOf,
  type OAuth,
  type OAuthProvider,
  providers,
  wayBack,
} from "@/lib/channels/email/oauth/provider.ts";
import { openState } from "@/lib/channels/email/oauth/state.ts";
import type { SecretCipher } from "@/lib/secrets/secret_cipher.ts";
import { oauthRefusalWords } from "@/lib/channels/email/words.ts";

interface Finishing {
  oauth: OAuth;
  secretCipher: SecretCipher | null;
  mailNetwork: MailNetwork;
}

type Member = Actor & AccountReader;

/**
 * Trades the code of a sign-in for tokens, and connects the mailbox, or signs a known one in anew.
 * @throws Problem validation_failed (`state`), oauth_missing, oauth_refused, secrets_missing,
 *   duplicate, limit_reached, not_found
 */
export async function finishSignIn(
  { oauth, secretCipher, mailNetwork }: Finishing,
  provider: OAuthProvider,
  { code, state }: { code: string; state: string },
  open: <T>(work: (trx: Trx, member: Member) => Promise<T>) => Promise<T>,
) {
  const { companyId, userId } = await open((_trx, member) => Promise.resolve(member));
  const cipher = requireCipher(secretCipher);
  if (!oauth.clients[provider]) throw problem("oauth_missing");
  const signIn = openState(cipher, state, { companyId, userId: userId!, provider });
  if (!signIn) throw problem("validation_failed", { fields: { state: oauthRefusalWords.state } });
  const grant = {
    grant_type: "authorization_code",
    code,
    code_verifier: signIn.verifier,
    redirect_uri: wayBack(oauth, provider),
  };
  const { refreshToken, address } = await askToken(oauth, provider, grant, {
    network: mailNetwork,
    companyId,
  }).catch((error) => {
    if (!(error instanceof MailFailure)) throw error;
    throw problem("oauth_refused", { details: { said: error.detail ?? null }, cause: error });
  });
  if (!refreshToken || !address) {
    throw problem("oauth_refused", { details: { said: null } });
  }
  const { imap, smtp } = endpointsOf(oauth, provider);
  const servers = {
    imap: { ...imap, user: address, folder: "INBOX" },
    smtp: { ...smtp, user: address },
  };
  return await open(async (trx, member) => {
    if (signIn.accountId !== null) {
      const how = { provider, address, servers, refreshToken };
      return await signInAnew(trx, member, signIn.accountId, how, cipher);
    }
    const { authservId } = providers[provider];
    return await insertAccount(trx, member, {
      kind: "email",
      channel: "other",
      address,
      name: signIn.name ?? address.slice(0, 60),
      secret: { field: refreshField, secret: refreshToken },
      settings: {
        ...servers,
        sign_in: provider,
        sent_copy: false,
        from_name: null,
        signature: null,
        authserv_id: authservId,
        import_since: signIn.importSince,
      },
    }, cipher);
  });
}
