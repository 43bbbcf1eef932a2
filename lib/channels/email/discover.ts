import { resolveMx } from "node:dns/promises";
import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { readAutoconfig } from "@/lib/channels/email/autoconfig.ts";
import type { MailDoor } from "@/lib/channels/email/door.ts";
import { mailServer } from "@/lib/channels/accounts/email_settings.ts";
import {
  type OAuthClients,
  oauthProviders,
  providerAt,
} from "@/lib/channels/email/oauth/provider.ts";
import { type Provider, providerOfDomain, providerOfMx } from "@/lib/channels/email/providers.ts";
import { domainOf } from "@/lib/channels/email/thread_ids.ts";
import { post } from "@/lib/outbound/outbound.ts";
import { version } from "@/lib/version.ts";
import type { Language } from "@/lib/words/language.ts";

export const discoverBody = z.strictObject({
  address: field.email.meta({ description: "E-mail address of the mailbox." }),
}).meta({ id: "MailboxAddress" });

export const discoveredRecord = z.object({
  source: z.enum(["known", "exchange", "autoconfig", "guess"]).meta({
    description:
      "`known` provider, by the domain's `exchange` (MX), its `autoconfig`, or a `guess`.",
  }),
  provider: z.string().nullable().meta({ description: "Its name." }),
  imap: mailServer.meta({ description: "Where it is read." }),
  smtp: mailServer.meta({ description: "Where mail leaves." }),
  sent_copy: z.boolean().meta({
    description: "As the settings have it.",
  }),
  authserv_id: z.string().nullable().meta({
    description: "As the settings have it.",
  }),
  sign_in: z.object({
    provider: z.enum(oauthProviders).meta({ description: "Whose it is." }),
    available: z.boolean().meta({ description: "Whether it works here." }),
  }).nullable().meta({ description: "The provider's own sign-in." }),
  advice: z.string().nullable().meta({ description: "What to know of its password." }),
}).meta({ id: "DiscoveredMailbox" });
type Discovered = z.output<typeof discoveredRecord>;

const askMs = 3_000;
const mostBytes = 65_536;

/** Asks nobody about known domains, else name servers and the domain itself. */
export async function discover(
  given: string,
  options: { door: MailDoor; companyId: number; language: Language; clients: OAuthClients },
): Promise<Discovered> {
  const { door, companyId } = options;
  const address = given.toLowerCase();
  const domain = domainOf(address);
  const known = providerOfDomain(domain);
  if (known) return ofProvider("known", known, address, options);
  const [exchanges, said] = await Promise.all([
    door.exchanges(domain),
    askDomain(domain, address, { door, companyId }),
  ]);
  const provider = providerOfMx(exchanges);
  if (provider) return ofProvider("exchange", provider, address, options);
  const unknown = {
    provider: null,
    sent_copy: true,
    authserv_id: null,
    sign_in: null,
    advice: null,
  };
  if (said) return { source: "autoconfig", ...unknown, ...said };
  const host = `mail.${domain}`;
  return {
    source: "guess",
    ...unknown,
    imap: { host, port: 993, security: "tls", user: address },
    smtp: { host, port: 465, security: "tls", user: address },
  };
}

function ofProvider(
  source: "known" | "exchange",
  { name, imap, smtp, keepsSent, authservId, advice }: Provider,
  user: string,
  { language, clients }: { language: Language; clients: OAuthClients },
): Discovered {
  const own = providerAt(imap.host);
  return {
    source,
    provider: name,
    imap: { ...imap, user },
    smtp: { ...smtp, user },
    sent_copy: !keepsSent,
    authserv_id: authservId,
    sign_in: own && { provider: own, available: clients[own] !== undefined },
    advice: advice[language],
  };
}

async function askDomain(
  domain: string,
  address: string,
  { door, companyId }: { door: MailDoor; companyId: number },
) {
  const places = [
    `https://autoconfig.${domain}/mail/config-v1.1.xml`,
    `https://${domain}/.well-known/autoconfig/mail/config-v1.1.xml`,
  ];
  const answers = await Promise.all(places.map((url) =>
    post({
      url,
      method: "GET",
      headers: { "User-Agent": `Relevo/${version}` },
      body: new Uint8Array(),
      allow: door.allow,
      lookup: door.lookup,
      ca: door.ca,
      companyId,
      timeoutMs: askMs,
      maxAnswerBytes: mostBytes,
    })
  ));
  const found = answers.find(({ status }) => status === 200)?.answer;
  return found === undefined ? undefined : readAutoconfig(found, address);
}

export async function findExchanges(domain: string): Promise<string[]> {
  const { promise: late, resolve } = Promise.withResolvers<string[]>();
  const timer = setTimeout(() => resolve([]), askMs);
  const found = resolveMx(domain).then((list) => list.map(({ exchange }) => exchange), () => []);
  try {
    return await Promise.race([found, late]);
  } finally {
    clearTimeout(timer);
  }
}
