import { Readable } from "node:stream";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import {
  deadlinesOf,
  dial,
  type MailNetwork,
  type MailServer,
  tlsOptions,
} from "@/lib/channels/email/network.ts";
import type { Credential } from "@/lib/channels/email/credential.ts";
import {
  detailFrom,
  MailFailure,
  outcomeOf,
  type RefusedRecipient,
} from "@/lib/channels/email/failure.ts";

export type SmtpLogin = MailServer & { user: string } & Credential;

interface Opening {
  network: MailNetwork;
  companyId: number;
  name: string;
}

export interface Sendable {
  from: string;
  to: string[];
  raw: Uint8Array;
}

export interface SentMail {
  detail: string | undefined;
  /** Recipients that the server refused, while it accepted others. */
  refusals: RefusedRecipient[];
}

/** A signed-in connection that mail leaves by (RFC 5321, 6409). */
export class SmtpSession {
  constructor(private readonly connection: SMTPConnection) {}

  /** The server takes letters of all scripts before the @ (RFC 6531). */
  get hasUtf8(): boolean {
    const { _supportedExtensions: offers } = this.connection as unknown as Greeted;
    return offers.includes("SMTPUTF8");
  }

  /**
   * @throws MailFailure `rejected` for good, `deferred` for now, `uncertain` where the wire broke
   *   once the whole mail was handed over; any other before the server can have taken it
   */
  send({ from, to, raw }: Sendable): Promise<SentMail> {
    let isHandedOver = false;
    const body = Readable.from(parts(raw, () => isHandedOver = true));
    const { promise, resolve, reject } = Promise.withResolvers<SentMail>();
    const envelope = { from, to, size: raw.length };
    this.connection.once("error", (error: unknown) => reject(sendFailure(error, isHandedOver)));
    this.connection.once("end", () => reject(sendFailure(gone(), isHandedOver)));
    this.connection.send(envelope, body, (error: unknown, info: unknown) => {
      if (error) return reject(sendFailure(error, isHandedOver));
      const { response } = info as { response?: string };
      resolve({ detail: detailFrom(response), refusals: refusalsIn(info as Rejecting) });
    });
    return promise;
  }

  close(): void {
    this.connection.quit();
    this.connection.close();
  }

  abort(): void {
    this.connection.close();
  }
}

interface Greeted {
  _supportedExtensions: string[];
}

const partBytes = 65_536;

function* parts(raw: Uint8Array, done: () => void): Generator<Uint8Array> {
  for (let at = 0; at < raw.length; at += partBytes) yield raw.subarray(at, at + partBytes);
  // From here on the final dot may have gone out.
  done();
}

export async function openSmtp(login: SmtpLogin, opening: Opening): Promise<SmtpSession> {
  const { port, security } = login;
  const { network, companyId, name } = opening;
  const { connectMs, commandMs } = deadlinesOf(network);
  const connection = new SMTPConnection({
    connection: await dial(network, login, "smtp", companyId),
    host: login.host,
    port,
    secure: security === "tls",
    requireTLS: security === "starttls",
    ignoreTLS: security === "none",
    name,
    tls: tlsOptions(network, login),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: commandMs,
    maxResponseSize: 65_536,
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  connection.on("error", reject);
  connection.once("end", () => reject(gone()));
  connection.connect((error?: unknown) => {
    if (error) return reject(error);
    connection.login(authOf(login), (refusal: unknown) => {
      if (refusal) reject(refusal);
      else resolve();
    });
  });
  try {
    await promise;
    return new SmtpSession(connection);
  } catch (error) {
    connection.close();
    throw openFailure(error);
  }
}

/** Sends a token as XOAUTH2, which both providers accept. */
function authOf(login: SmtpLogin): SMTPConnection.AuthenticationType {
  const { user } = login;
  if ("password" in login) return { user, pass: login.password };
  const { accessToken } = login;
  const oauth2 = {
    // Asked again after a refusal: a new token is for the next attempt.
    getToken: (isAgain: boolean, done: (error: Error | null, token?: string) => void) =>
      isAgain ? done(new Error("the token was refused")) : done(null, accessToken),
    buildXOAuth2Token: (token: string) => btoa(`user=${user}\x01auth=Bearer ${token}\x01\x01`),
  };
  return { type: "OAuth2", user, oauth2 } as unknown as SMTPConnection.AuthenticationType;
}

function gone(): Error {
  return Object.assign(new Error("the connection was closed"), { code: "ECONNECTION" });
}

interface Rejecting {
  rejectedErrors?: (SmtpError & { recipient?: string })[];
}

/** 5xx for one recipient: the others, or those after it, may be right. */
function refusalsIn({ rejectedErrors = [] }: Rejecting): RefusedRecipient[] {
  return rejectedErrors.flatMap(({ recipient, responseCode = 0, response }) =>
    recipient
      ? [{ address: recipient, isFinal: responseCode >= 500, reason: detailFrom(response) }]
      : []
  );
}

interface SmtpError extends Rejecting {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
  message?: string;
}

function openFailure(error: unknown): MailFailure {
  if (error instanceof MailFailure) return error;
  const { code, responseCode, response, command = "", message = "" } = error as SmtpError;
  const detail = detailFrom(response);
  // 454 and its like are trouble of the server's, not a wrong password.
  if (code === "EAUTH" && !(responseCode && responseCode < 500)) {
    return new MailFailure("login", detail, error);
  }
  if (code === "ETLS" && /STARTTLS/.test(command) && !/initiating TLS/.test(message)) {
    return new MailFailure("no_starttls", detail, error);
  }
  if (responseCode && responseCode >= 400) {
    return new MailFailure(responseCode < 500 ? "deferred" : "rejected", detail, error);
  }
  return new MailFailure(outcomeOf(error), detail, error);
}

function sendFailure(error: unknown, isHandedOver: boolean): MailFailure {
  const { code, responseCode, response } = error as SmtpError;
  const detail = detailFrom(response);
  // 421 closes a connection: after the dot it says nothing of what became of the mail.
  if (responseCode && responseCode >= 400 && !(responseCode === 421 && isHandedOver)) {
    const outcome = responseCode < 500 ? "deferred" : "rejected";
    return new MailFailure(outcome, detail, error, refusalsIn(error as SmtpError));
  }
  if (isHandedOver) return new MailFailure("uncertain", detail, error);
  // An address that cannot be written, or a mail larger than the server takes: never will be.
  if (code === "EENVELOPE" || code === "EMESSAGE") {
    return new MailFailure("rejected", detailFrom((error as Error).message), error);
  }
  return new MailFailure(outcomeOf(error), detail, error);
}
