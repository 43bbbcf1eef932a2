import type { EmailSettings, Security } from "@/lib/channels/accounts/email_settings.ts";

/** Pure: a mailbox as its form has it, and as the API takes it. */

export const protocols = ["imap", "smtp"] as const;
export type Protocol = (typeof protocols)[number];

export interface ServerDraft {
  host: string;
  /** As typed. */
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
  /** How many months of the past are brought. */
  months: number;
}

/** What is known of the servers of an address. */
export interface Found {
  source: "known" | "exchange" | "autoconfig" | "guess";
  provider: string | null;
  imap: Partial<EmailSettings["imap"]>;
  smtp: Partial<EmailSettings["smtp"]>;
  sent_copy: boolean;
  authserv_id: string | null;
  advice: string | null;
}

/** A mailbox that is connected. */
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

function serverDraft({ host = "", port, security = "tls", user = "" }: Found["imap"]): ServerDraft {
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

/** With what was found of its address; the rest stays as it is typed. */
export function withFound(draft: MailboxDraft, found: Found): MailboxDraft {
  return {
    ...draft,
    name: draft.name || draft.address,
    sentCopy: found.sent_copy,
    authservId: found.authserv_id ?? "",
    imap: serverDraft(found.imap),
    smtp: serverDraft(found.smtp),
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

/** Another kind of encryption, with its usual port where the usual one stood. */
export function withSecurity(
  protocol: Protocol,
  server: ServerDraft,
  security: Security,
): ServerDraft {
  const usual = usualPorts[protocol];
  const isUsual = server.port === "" || Number(server.port) === usual[server.security];
  return { ...server, security, port: isUsual ? String(usual[security]) : server.port };
}

/** As the API takes it. @param today the day in UTC, of a new mailbox */
export function settingsOf(draft: MailboxDraft, today: string | null) {
  const server = ({ host, port, security, user }: ServerDraft) => ({
    host,
    port: Number(port),
    security,
    user,
  });
  return {
    imap: { ...server(draft.imap), folder: draft.folder },
    smtp: server(draft.smtp),
    sent_copy: draft.sentCopy,
    from_name: draft.fromName.trim() || null,
    signature: draft.signature.trim() === "" ? null : draft.signature,
    authserv_id: draft.authservId.trim() || null,
    ...(today === null
      ? {}
      : { import_since: draft.months === 0 ? null : monthsBefore(today, draft.months) }),
  };
}

/** The same day of an earlier month, or its last one. */
export function monthsBefore(day: string, months: number): string {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  const before = new Date(Date.UTC(year, month - 1 - months, Math.min(date, last)));
  return before.toISOString().slice(0, 10);
}

/** Whether what was refused stands among the fields of the servers. */
export function isOfServers(name: string): boolean {
  return /^settings\.(imap|smtp|authserv_id)/.test(name);
}
