/** A provider on loopback whose sign-in opens the mailboxes of a Dovecot and of an SMTP server. */
import type { OAuth } from "@/lib/channels/email/oauth/provider.ts";
import { authorityPem } from "../../support/certificates.ts";
import type { World } from "../../support/world.ts";
import { type Dovecot, startDovecot } from "./dovecot.ts";
import { type Provider, startProvider } from "./provider.ts";
import { type Smtp, startSmtp } from "./smtp.ts";

export interface ProviderPost {
  provider: Provider;
  imap: Dovecot;
  smtp: Smtp;
}

/** What a world needs that is registered with the provider; its place is known once it runs. */
export function registered() {
  const oauthEndpoints: OAuth["endpoints"] = {};
  const env = {
    GOOGLE_OAUTH_CLIENT_ID: "relevo.apps",
    GOOGLE_OAUTH_CLIENT_SECRET: "client-secret-1",
  };
  return { mailCa: authorityPem(), env, oauthEndpoints, exchanges: () => Promise.resolve([]) };
}

/** @param authMethods that the SMTP server takes */
export async function withProvider(
  { oauthEndpoints }: ReturnType<typeof registered>,
  authMethods: string[],
  test: (post: ProviderPost) => Promise<void>,
): Promise<void> {
  await using provider = startProvider();
  await using imap = await startDovecot({ introspectionUrl: provider.introspectionUrl });
  await using smtp = await startSmtp({ authMethods });
  smtp.knows = provider.knows;
  oauthEndpoints.google = {
    authorizeUrl: provider.authorizeUrl,
    tokenUrl: provider.tokenUrl,
    imap: { host: "localhost", port: imap.tlsPort, security: "tls" },
    smtp: { host: "localhost", port: smtp.port, security: "tls" },
  };
  await test({ provider, imap, smtp });
}

/** The way back leads to where the world listens. */
export function bringBack({ services, url }: World): void {
  services.oauth.publicUrl = url;
}
