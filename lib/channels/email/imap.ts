import { ImapFlow } from "imapflow";
import {
  addressesOf,
  deadlinesOf,
  type MailNetwork,
  type MailServer,
  tlsOptions,
} from "@/lib/channels/email/network.ts";
import type { Credential } from "@/lib/channels/email/credential.ts";
import { detailFrom, MailFailure, outcomeOf } from "@/lib/channels/email/failure.ts";

export type ImapLogin = MailServer & { user: string } & Credential;

interface Opening {
  network: MailNetwork;
  companyId: number;
  /** Bound of one response: a mail and the protocol's lines around it. */
  mostBytes?: number;
}

const mostBytes = 48_000_000;

/**
 * A mailbox that is signed in to (RFC 9051, RFC 3501). No command may take longer than half a minute
 * of silence; whoever opens it closes it.
 * @throws MailFailure
 */
export async function openImap(login: ImapLogin, opening: Opening): Promise<ImapFlow> {
  let failure: MailFailure | undefined;
  const { network, companyId } = opening;
  for (const address of await addressesOf(network, login, "imap", companyId)) {
    if (network.gate.isHeld) throw new MailFailure("held");
    const client = clientFor(address, login, opening);
    try {
      await client.connect();
      return client;
    } catch (error) {
      client.close();
      failure = imapFailure(error);
      // Another address of the same server says the same.
      if (failure.outcome !== "connect" && failure.outcome !== "timeout") throw failure;
    }
  }
  throw failure!;
}

function clientFor(address: string, login: ImapLogin, opening: Opening): ImapFlow {
  const { port, security, user } = login;
  const most = opening.mostBytes ?? mostBytes;
  const { connectMs, commandMs } = deadlinesOf(opening.network);
  const { servername, ...tls } = tlsOptions(opening.network, login);
  const client = new ImapFlow({
    host: address,
    port,
    secure: security === "tls",
    doSTARTTLS: security === "tls" ? undefined : security === "starttls",
    servername,
    tls,
    auth: "password" in login
      ? { user, pass: login.password }
      : { user, accessToken: login.accessToken },
    // Its decompressor hangs here.
    disableCompression: true,
    disableAutoIdle: true,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: commandMs,
    // Shorter: a server that says nothing while it is watched is no silent one.
    maxIdleTime: commandMs * 5 / 6,
    maxLiteralSize: most,
    maxLineLength: 4_000_000,
    maxResponseSize: most + 8_000_000,
    logger: false,
  });
  // It is told again by the command that fails; without a listener it would end the process.
  client.on("error", () => {});
  return client;
}

interface ImapError {
  authenticationFailed?: boolean;
  responseText?: string;
  response?: unknown;
  responseStatus?: string;
  mailboxMissing?: boolean;
  code?: string;
  tlsFailed?: boolean;
}

export function imapFailure(error: unknown): MailFailure {
  if (error instanceof MailFailure) return error;
  const imapError = error as ImapError;
  const response = typeof imapError.response === "string" ? imapError.response : undefined;
  const detail = detailFrom(imapError.responseText ?? response);
  if (imapError.authenticationFailed) return new MailFailure("login", detail, error);
  if (imapError.mailboxMissing) return new MailFailure("folder", detail, error);
  if (imapError.code === "MissingServerExtension" || /STARTTLS/.test((error as Error).message)) {
    return new MailFailure("no_starttls", undefined, error);
  }
  const outcome = outcomeOf(error);
  return new MailFailure(
    outcome === "protocol" && imapError.tlsFailed ? "tls" : outcome,
    detail,
    error,
  );
}
