import { resolveMx } from "node:dns/promises";
import * as z from "zod";
import { comparedAddress } from "@/lib/input/addresses/email_address.ts";
import * as field from "@/lib/input/fields.ts";
import type { FoundServer } from "@/lib/channels/email/autoconfig.ts";
import type { MailNetwork } from "@/lib/channels/email/network.ts";
import { mailServer } from "@/lib/channels/accounts/email_settings.ts";
import {
  type OAuthClients,
  oauthProviders,
  providerAt,
} from "@/lib/channels/email/oauth/provider.ts";
import { type Provider, providerOfDomain, providerOfMx } from "@/lib/channels/email/providers.ts";
import { domainOf } from "@/lib/channels/email/thread_ids.ts";
import type { Places } from "@/lib/fairness/places.ts";
import { post } from "@/lib/outbound/outbound.ts";
import { version } from "@/lib/tools/version.ts";
import type { Language } from "@/lib/words/language.ts";

export const discoverBody = z.strictObject({
  address: field.email.meta({ description: "E-mail address of the mailbox." }),
}).meta({ id: "MailboxAddress" });

export const discoveredRecord = z.object({
  source: z.enum(["known", "exchange", "autoconfig", "guess"]).meta({
    description:
      "`known` provider, by the domain's `exchange` (MX), its `autoconfig`, or a `guess`.",
  }),
  provider: z.string().nullable().meta({ description: "Name of the provider, such as `google`." }),
  imap: mailServer.meta({ description: "IMAP server that mail is read from." }),
  smtp: mailServer.meta({ description: "SMTP server that mail is sent by." }),
  sent_copy: z.boolean().meta({
    description: "As the settings have it.",
  }),
  authserv_id: z.string().nullable().meta({
    description: "As the settings have it.",
  }),
  sign_in: z.object({
    provider: z.enum(oauthProviders).meta({ description: "Provider whose sign-in it is." }),
    available: z.boolean().meta({
      description: "Whether this installation is registered with the provider.",
    }),
  }).nullable().meta({ description: "The provider's own sign-in (OAuth), if it has one." }),
  advice: z.string().nullable().meta({
    description: "What a person should know of the mailbox's password.",
  }),
}).meta({ id: "DiscoveredMailbox" });
type Discovered = z.output<typeof discoveredRecord>;

const askMs = 3_000;
/** Bound of the whole search, waiting included; after it the servers are guessed. */
const mostMs = 5_000;
const mostBytes = 65_536;

export interface Discoveries extends Pick<DiscoverOptions, "readAutoconfig"> {
  places: Places;
}

type Servers = { imap: FoundServer; smtp: FoundServer };

interface DiscoverOptions {
  network: MailNetwork;
  companyId: number;
  language: Language;
  clients: OAuthClients;
  withinMs?: number;
  /** Reads what the domain answered, where it can be killed. */
  readAutoconfig(xml: string, address: string, signal: AbortSignal): Promise<Servers | undefined>;
}

/** Asks nobody about known domains, else name servers and the domain itself. Takes 5 s at most. */
export async function discover(input: string, options: DiscoverOptions): Promise<Discovered> {
  const { network, withinMs = mostMs } = options;
  const address = comparedAddress(input);
  const domain = domainOf(address);
  const knownProvider = providerOfDomain(domain);
  if (knownProvider) return ofProvider("known", knownProvider, address, options);
  const [exchanges, servers] = await inTime(withinMs, (late) =>
    Promise.all([
      before(late, exchangesOf(network, domain), []),
      before(late, askDomain(domain, address, { ...options, late }), undefined),
    ]));
  const provider = providerOfMx(exchanges);
  if (provider) return ofProvider("exchange", provider, address, options);
  const unknown = {
    provider: null,
    sent_copy: true,
    authserv_id: null,
    sign_in: null,
    advice: null,
  };
  if (servers) return { source: "autoconfig", ...unknown, ...servers };
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

async function inTime<T>(withinMs: number, work: (late: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), withinMs);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    controller.abort(); // nobody waits any longer
  }
}

async function before<T>(late: AbortSignal, promise: Promise<T>, otherwise: T): Promise<T> {
  const { promise: ended, resolve } = Promise.withResolvers<T>();
  const end = () => resolve(otherwise);
  late.addEventListener("abort", end, { once: true });
  try {
    return await Promise.race([promise.catch(() => otherwise), ended]);
  } finally {
    late.removeEventListener("abort", end);
  }
}

async function askDomain(
  domain: string,
  address: string,
  { network, companyId, readAutoconfig, late }: DiscoverOptions & { late: AbortSignal },
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
      allow: network.allow,
      gate: network.gate,
      lookup: network.lookup,
      ca: network.ca,
      companyId,
      timeoutMs: askMs,
      maxAnswerBytes: mostBytes,
    })
  ));
  const xml = answers.find(({ status }) => status === 200)?.answer;
  return xml === undefined ? undefined : await readAutoconfig(xml, address, late);
}

async function exchangesOf({ gate, exchanges }: MailNetwork, domain: string): Promise<string[]> {
  return gate.isHeld ? [] : await exchanges(domain);
}

export async function findExchanges(domain: string): Promise<string[]> {
  const { promise: late, resolve } = Promise.withResolvers<string[]>();
  const timer = setTimeout(() => resolve([]), askMs);
  const lookup = resolveMx(domain).then((list) => list.map(({ exchange }) => exchange), () => []);
  try {
    return await Promise.race([lookup, late]);
  } finally {
    clearTimeout(timer);
  }
}
