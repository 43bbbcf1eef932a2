/** Failure of a mail server, with an outcome that `failureWords` has a sentence for. */
export class MailFailure extends Error {
  override name = "MailFailure";

  /** @param detail the server's own words @param refusals of single recipients */
  constructor(
    readonly outcome: MailOutcome,
    readonly detail?: string,
    cause?: unknown,
    readonly refusals: RefusedRecipient[] = [],
  ) {
    super(detail ? `${outcome}: ${detail}` : outcome, { cause });
  }
}

export interface RefusedRecipient {
  address: string;
  /** The server will never accept it. */
  isFinal: boolean;
  /** The server's own words. */
  reason: string | undefined;
  outcome?: "no_smtputf8";
}

export type MailOutcome =
  | "dns"
  | "refused_address"
  | "port_not_allowed"
  | "connect"
  | "tls"
  | "certificate_name"
  | "no_starttls"
  | "timeout"
  | "login"
  | "folder"
  | "protocol"
  | "aborted"
  | "held"
  | "secret"
  | "oauth_missing"
  | "rejected"
  | "deferred"
  | "no_smtputf8"
  | "uncertain";

/** Reports whether another attempt would end the same. */
export function isForGood(outcome: string): boolean {
  return outcome === "rejected" || outcome === "no_smtputf8";
}

const longestDetail = 300;

export function detailFrom(text: string | undefined | false): string | undefined {
  const clean = (text || "").toWellFormed().replace(/[\p{Cc}\p{Bidi_C}\s]+/gu, " ").trim();
  return clean.slice(0, longestDetail).toWellFormed() || undefined;
}

const late =
  /^(CONNECT_TIMEOUT|GREETING_TIMEOUT|UPGRADE_TIMEOUT|ETIMEOUT|ETIMEDOUT|ESOCKETTIMEDOUT)$/;
const certificates = /CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH|^ERR_(SSL|TLS)_|^EPROTO$|^ETLS$/;
const network =
  /^(ECONN|ENET|EHOST|EPIPE|ENOTFOUND|EAI_|EADDR|ESOCKET|EDNS|ECONNECTION|NoConnection|EConnectionClosed|ClosedAfter)/;

/** Outcome for an error of a socket, of TLS, or of either mail library. */
export function outcomeOf(error: unknown): MailOutcome {
  const { code = "", message = "", cause } = error as NodeJS.ErrnoException & { cause?: unknown };
  const inner = (cause as NodeJS.ErrnoException | undefined)?.code ?? "";
  const codes = [String(code), String(inner)];
  if (codes.includes("ERR_TLS_CERT_ALTNAME_INVALID") || /altname/i.test(message)) {
    return "certificate_name";
  }
  if (codes.some((one) => late.test(one))) return "timeout";
  if (codes.some((one) => certificates.test(one)) || /certificate/i.test(message)) return "tls";
  if (codes.some((one) => network.test(one))) return "connect";
  return "protocol";
}
