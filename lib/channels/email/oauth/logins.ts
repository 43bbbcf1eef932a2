import type { Db } from "@/lib/db/connection.ts";
import { inCompany } from "@/lib/db/transaction.ts";
import { emailSettingsOf } from "@/lib/channels/accounts/email_settings.ts";
import {
  passwordField,
  readSecret,
  refreshField,
  writeSecret,
} from "@/lib/channels/accounts/secrets.ts";
import type { Credential } from "@/lib/channels/email/credential.ts";
import type { MailNetwork } from "@/lib/channels/email/network.ts";
import { MailFailure } from "@/lib/channels/email/failure.ts";
import { askToken } from "@/lib/channels/email/oauth/ask_token.ts";
import type { OAuth, OAuthProvider } from "@/lib/channels/email/oauth/provider.ts";
import { type SecretCipher, SecretLost } from "@/lib/secrets/secret_cipher.ts";

interface MailLoginsOptions {
  db: Db;
  cipher: SecretCipher | null;
  network: MailNetwork;
  oauth: OAuth;
}

interface Whose {
  companyId: number;
  accountId: number;
  settings: unknown;
}

interface CachedTokens {
  refreshToken: string;
  accessToken: string;
  until: number;
}

/** An access token must last for what is begun with it. */
const spareMs = 120_000;

/** Credentials of mailboxes: a password, or an access token that is renewed in time. */
export class MailLogins {
  #cache = new Map<number, CachedTokens>();
  #renewing = new Map<number, Promise<CachedTokens>>();

  constructor(private readonly options: MailLoginsOptions) {}

  /** @throws SecretLost; MailFailure: the provider gives no token, `login` until somebody signs in */
  async of({ companyId, accountId, settings }: Whose): Promise<Credential> {
    const { sign_in: way } = emailSettingsOf(settings);
    const field = way === "password" ? passwordField : refreshField;
    const secret = await this.#read(companyId, accountId, field);
    if (way === "password") return { password: secret };
    const entry = this.#cache.get(accountId);
    const isGood = entry?.refreshToken === secret && entry.until > Date.now() + spareMs;
    const usable = isGood ? entry : await this.#renewOnce(companyId, accountId, way, secret);
    return { accessToken: usable.accessToken };
  }

  /** A server refused its access token before it ended: the next is a new one. */
  forget(accountId: number): void {
    this.#cache.delete(accountId);
  }

  async #read(companyId: number, accountId: number, field: string): Promise<string> {
    const { db, cipher } = this.options;
    if (!cipher) throw new SecretLost("there is no SECRETS_KEYS");
    const secret = await inCompany(
      db,
      companyId,
      (trx) => readSecret(trx, { companyId }, cipher, { accountId, field }),
    );
    if (secret === undefined) throw new SecretLost("there is none");
    return secret;
  }

  #renewOnce(
    companyId: number,
    accountId: number,
    provider: OAuthProvider,
    refreshToken: string,
  ): Promise<CachedTokens> {
    const running = this.#renewing.get(accountId);
    if (running) return running;
    const renewing = this.#renew(companyId, accountId, provider, refreshToken)
      .finally(() => this.#renewing.delete(accountId));
    this.#renewing.set(accountId, renewing);
    return renewing;
  }

  /** A refresh token that takes the place of another is stored before anything is done with it. */
  async #renew(
    companyId: number,
    accountId: number,
    provider: OAuthProvider,
    refreshToken: string,
  ): Promise<CachedTokens> {
    const { db, cipher, network, oauth } = this.options;
    if (!oauth.clients[provider]) throw new MailFailure("oauth_missing");
    const grant = { grant_type: "refresh_token", refresh_token: refreshToken };
    const tokens = await askToken(oauth, provider, grant, { network, companyId });
    const next = tokens.refreshToken ?? refreshToken;
    if (next !== refreshToken) {
      await inCompany(
        db,
        companyId,
        (trx) =>
          writeSecret(trx, { companyId }, cipher!, {
            accountId,
            field: refreshField,
            secret: next,
          }),
      );
    }
    const entry = {
      refreshToken: next,
      accessToken: tokens.accessToken,
      until: Date.now() + tokens.expiresInMs,
    };
    this.#cache.set(accountId, entry);
    return entry;
  }
}
