import type { Security } from "@/lib/channels/accounts/email_settings.ts";

/** Providers whose mailboxes are opened by their own sign-in (OAuth 2.0, RFC 6749), not a password. */

export const oauthProviders = ["google", "microsoft"] as const;
export type OAuthProvider = (typeof oauthProviders)[number];

interface Server {
  host: string;
  port: number;
  security: Security;
}

export interface OAuthEndpoints {
  authorizeUrl: string;
  tokenUrl: string;
  imap: Server;
  smtp: Server;
}

interface KnownProvider extends OAuthEndpoints {
  scope: string;
  parameters: Record<string, string>;
  authservId: string | null;
}

export const providers: Record<OAuthProvider, KnownProvider> = {
  google: {
    authorizeUrl: "https://accounts.google.com/o/oauth2/v2/auth",
    tokenUrl: "https://oauth2.googleapis.com/token",
    scope: "openid email https://mail.google.com/",
    // Without both it gives no refresh token to somebody who has agreed before.
    parameters: { access_type: "offline", prompt: "consent" },
    imap: { host: "imap.gmail.com", port: 993, security: "tls" },
    smtp: { host: "smtp.gmail.com", port: 465, security: "tls" },
    authservId: "mx.google.com",
  },
  microsoft: {
    authorizeUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
    tokenUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
    scope: "openid email profile offline_access https://outlook.office.com/IMAP.AccessAsUser.All " +
      "https://outlook.office.com/SMTP.Send",
    parameters: { prompt: "select_account" },
    imap: { host: "outlook.office365.com", port: 993, security: "tls" },
    smtp: { host: "smtp.office365.com", port: 587, security: "starttls" },
    authservId: null,
  },
};

export interface OAuthClient {
  id: string;
  secret: string;
}

export type OAuthClients = Partial<Record<OAuthProvider, OAuthClient>>;

export interface OAuth {
  clients: OAuthClients;
  /** Endpoints that replace the providers' own. */
  endpoints: Partial<Record<OAuthProvider, OAuthEndpoints>>;
  publicUrl: string;
}

export function endpointsOf({ endpoints }: OAuth, provider: OAuthProvider): OAuthEndpoints {
  return endpoints[provider] ?? providers[provider];
}

/** The redirect URI to which a provider sends the member back. */
export function wayBack({ publicUrl }: OAuth, provider: OAuthProvider): string {
  return `${publicUrl}/panel/settings/channels/oauth/${provider}`;
}

export function providerAt(host: string): OAuthProvider | null {
  return oauthProviders.find((name) => providers[name].imap.host === host) ?? null;
}
