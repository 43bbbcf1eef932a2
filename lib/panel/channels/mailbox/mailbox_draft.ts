import type { EmailSettings, Security } from "@/lib/channels/accounts/email_settings.ts";

/** Draft of a mailbox form, and its conversion into the API's settings. Pure. */

export const protocols = ["imap", "smtp"] as const;
export type Protocol = (typeof protocols)[number];

export interface ServerDraft {
  host: string;
  /** The port as it was typed. */
  port: string;
  security: Security;
  user: string;
}

export interface MailboxDraft extends Record<Protocol, ServerDraft> {
  address: string;
  name: string;
  password: string;
  fromName: string;
  signature: string;
  sentCopy: boolean;
  folder: string;
  authservId: string;
  /** Months of past mail to import. */
  months: number;
}

/** Mail servers discovered for an address. */
export interface Discovery {
  source: "known" | "exchange" | "autoconfig" | "guess";
  provider: string | null;
  imap: Partial<EmailSettings["imap"]>;
  smtp: Partial<EmailSettings["smtp"]>;
  sent_copy: boolean;
  authserv_id: string | null;
  /** The provider's own sign-in, where it has one. */
  sign_in: { provider: SignInProvider; available: boolean } | null;
  advice: string | null;
}

export type SignInProvider = Exclude<EmailSettings["sign_in"], "password">;

/** A connected mailbox. */
export interface MailboxStart {
  id: number;
  version: number;
  name: string;
  address: string;
  settings: EmailSettings;
}

export const usualPorts: Record<Protocol, Record<Security, number>> = {
  imap: { tls: 993, starttls: 143, none: 143 },
  smtp: { tls: 465, starttls: 587, none: 25 },
};

function serverDraft(
  { host = "", port, security = "tls", user = "" }: Discovery["imap"],
): ServerDraft {
  return { host, port: port === undefined ? "" : String(port), security, user };
}

export const emptyMailbox: MailboxDraft = {
  address: "",
  name: "",
  password: "",
  fromName: "",
  signature: "",
  sentCopy: true,
  folder: "INBOX",
  authservId: "",
  months: 0,
  imap: serverDraft({}),
  smtp: serverDraft({}),
};

/** Fills in the servers found for its address; other fields stay as typed. */
export function withDiscovery(draft: MailboxDraft, discovery: Discovery): MailboxDraft {
  return {
    ...draft,
    name: draft.name || draft.address,
    sentCopy: discovery.sent_copy,
    authservId: discovery.authserv_id ?? "",
    imap: serverDraft(discovery.imap),
    smtp: serverDraft(discovery.smtp),
  };
}

export function draftOf({ name, address, settings }: MailboxStart): MailboxDraft {
  return {
    ...emptyMailbox,
    name,
    address,
    fromName: settings.from_name ?? "",
    signature: settings.signature ?? "",
    sentCopy: settings.sent_copy,
    folder: settings.imap.folder,
    authservId: settings.authserv_id ?? "",
    imap: serverDraft(settings.imap),
    smtp: serverDraft(settings.smtp),
  };
}

/** Changes the encryption, and the port with it if that was the default. */
export function withSecurity(
  protocol: Protocol,
  server: ServerDraft,
  security: Security,
): ServerDraft {
  const usual = usualPorts[protocol];
  const isUsual = server.port === "" || Number(server.port) === usual[server.security];
  return { ...server, security, port: isUsual ? String(usual[security]) : server.port };
}

/** First day of mail to import, null for none. @param today the day in UTC */
export function importSince({ months }: MailboxDraft, today: string): string | null {
  return months === 0 ? null : monthsBefore(today, months);
}

interface Known {
  /** The day in UTC, of a new mailbox. */
  today: string | null;
  /** Whether the member sets the servers; a provider's sign-in decides them itself. */
  hasServers: boolean;
  /** Whether it switches from a provider's sign-in to a password. */
  movesToPassword?: boolean;
}

/** Settings in the API's shape. */
export function settingsOf(draft: MailboxDraft, { today, hasServers, movesToPassword }: Known) {
  const server = ({ host, port, security, user }: ServerDraft) => ({
    host,
    port: Number(port),
    security,
    user,
  });
  return {
    imap: { ...(hasServers ? server(draft.imap) : {}), folder: draft.folder },
    ...(hasServers ? { smtp: server(draft.smtp) } : {}),
    sent_copy: draft.sentCopy,
    from_name: draft.fromName.trim() || null,
    signature: draft.signature.trim() === "" ? null : draft.signature,
    authserv_id: draft.authservId.trim() || null,
    ...(movesToPassword ? { sign_in: "password" } : {}),
    ...(today === null ? {} : { import_since: importSince(draft, today) }),
  };
}

/** The same day of an earlier month, or its last one. */
export function monthsBefore(day: string, months: number): string {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  const before = new Date(Date.UTC(year, month - 1 - months, Math.min(date, last)));
  return before.toISOString().slice(0, 10);
}

/** Whether a refused field is one of the servers'. */
export function isOfServers(name: string): boolean {
  return /^settings\.(imap|smtp|authserv_id)/.test(name);
}
