import type { Security } from "@/lib/channels/accounts/email_settings.ts";
import { providerAdviceWords } from "@/lib/channels/email/words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Mail providers whose servers are known. */

export interface Provider {
  name: string;
  domains: string[];
  /** Suffixes of its MX host names, by which customers' own domains are recognized. */
  mx: string[];
  imap: { host: string; port: number; security: Security };
  smtp: { host: string; port: number; security: Security };
  authservId: string | null;
  /** Whether its SMTP server files sent mail into the folder of sent mail by itself. */
  keepsSent: boolean;
  /** Instructions for when it refuses a password. */
  advice: Text;
}

const tls = (imap: string, smtp: string) => ({
  imap: { host: imap, port: 993, security: "tls" as const },
  smtp: { host: smtp, port: 465, security: "tls" as const },
});

export const providers: readonly Provider[] = [
  {
    name: "Gmail",
    domains: ["gmail.com", "googlemail.com"],
    mx: ["google.com", "googlemail.com"],
    ...tls("imap.gmail.com", "smtp.gmail.com"),
    authservId: "mx.google.com",
    keepsSent: true,
    advice: providerAdviceWords.appPassword("myaccount.google.com/apppasswords"),
  },
  {
    name: "iCloud",
    domains: ["icloud.com", "me.com", "mac.com"],
    mx: ["icloud.com"],
    imap: { host: "imap.mail.me.com", port: 993, security: "tls" },
    smtp: { host: "smtp.mail.me.com", port: 587, security: "starttls" },
    authservId: null,
    keepsSent: false,
    advice: providerAdviceWords.appPassword("account.apple.com"),
  },
  {
    name: "Outlook",
    domains: ["outlook.com", "outlook.es", "hotmail.com", "hotmail.es", "live.com", "msn.com"],
    mx: ["protection.outlook.com"],
    imap: { host: "outlook.office365.com", port: 993, security: "tls" },
    smtp: { host: "smtp.office365.com", port: 587, security: "starttls" },
    authservId: null,
    keepsSent: true,
    advice: providerAdviceWords.noPassword,
  },
  {
    name: "Yahoo",
    domains: ["yahoo.com", "yahoo.es", "ymail.com"],
    mx: ["yahoodns.net"],
    ...tls("imap.mail.yahoo.com", "smtp.mail.yahoo.com"),
    authservId: null,
    keepsSent: true,
    advice: providerAdviceWords.appPassword("login.yahoo.com/account/security"),
  },
  {
    name: "Fastmail",
    domains: ["fastmail.com", "fastmail.fm"],
    mx: ["messagingengine.com"],
    ...tls("imap.fastmail.com", "smtp.fastmail.com"),
    authservId: null,
    keepsSent: false,
    advice: providerAdviceWords.appPassword("app.fastmail.com/settings/security"),
  },
  {
    name: "Zoho",
    domains: ["zoho.com", "zohomail.eu", "zoho.eu"],
    mx: ["zoho.eu", "zoho.com"],
    ...tls("imap.zoho.eu", "smtp.zoho.eu"),
    authservId: null,
    keepsSent: true,
    advice: providerAdviceWords.appPassword("accounts.zoho.eu"),
  },
  {
    name: "IONOS",
    domains: [],
    mx: ["kundenserver.de", "ionos.es", "1and1.com", "ionos.com"],
    ...tls("imap.ionos.es", "smtp.ionos.es"),
    authservId: null,
    keepsSent: false,
    advice: providerAdviceWords.usual,
  },
  {
    name: "OVH",
    domains: [],
    mx: ["mail.ovh.net"],
    ...tls("ssl0.ovh.net", "ssl0.ovh.net"),
    authservId: null,
    keepsSent: false,
    advice: providerAdviceWords.usual,
  },
  {
    name: "GMX",
    domains: ["gmx.com", "gmx.net", "gmx.de", "gmx.es"],
    mx: ["gmx.net"],
    ...tls("imap.gmx.com", "mail.gmx.com"),
    authservId: null,
    keepsSent: false,
    advice: providerAdviceWords.allowImap,
  },
];

export function providerOf(host: string): Provider | undefined {
  return providers.find(({ imap, smtp }) => imap.host === host || smtp.host === host);
}

export function providerOfDomain(domain: string): Provider | undefined {
  return providers.find(({ domains }) => domains.includes(domain));
}

/** Provider that a domain's MX hosts belong to. */
export function providerOfMx(exchanges: readonly string[]): Provider | undefined {
  const names = exchanges.map((name) => name.toLowerCase().replace(/\.$/, ""));
  return providers.find(({ mx }) =>
    mx.some((end) => names.some((name) => name === end || name.endsWith(`.${end}`)))
  );
}
