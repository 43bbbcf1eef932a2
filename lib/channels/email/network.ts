import { connect, isIP, type Socket } from "node:net";
import { mayReach, type Nets, type Resolve } from "@/lib/outbound/addresses.ts";
import type { Gate } from "@/lib/tools/hold.ts";
import type { Security } from "@/lib/channels/accounts/email_settings.ts";
import { MailFailure, outcomeOf } from "@/lib/channels/email/failure.ts";

/** Servers that members name: the address that was checked is the one that is dialled. */
export interface MailNetwork {
  /** Networks that may be reached although they are not public, also in plain text. */
  allow: Nets;
  gate: Gate;
  lookup: Resolve;
  /** PEM of authorities that servers are trusted by instead of the public ones. */
  ca?: string;
  /** Names of the servers that take a domain's mail (MX); none where they are not known. */
  exchanges(domain: string): Promise<string[]>;
  /** Milliseconds until a server that says nothing is given up. */
  connectMs?: number;
  commandMs?: number;
}

export interface MailServer {
  host: string;
  port: number;
  security: Security;
}

export type Protocol = "imap" | "smtp";

/** Ports allowed on public servers: others may belong to programs that no mail should reach. */
const usualPorts: Record<Protocol, readonly number[]> = {
  imap: [143, 993],
  smtp: [25, 465, 587, 2465, 2525, 2587],
};

/** Deadlines of connecting, with the greeting, and of each command. */
export function deadlinesOf({ connectMs = 10_000, commandMs = 30_000 }: MailNetwork) {
  return { connectMs, commandMs };
}

/** Addresses to dial, in order. @throws MailFailure refused_address, port_not_allowed */
export async function addressesOf(
  network: MailNetwork,
  { host, port, security }: MailServer,
  protocol: Protocol,
  companyId: number,
): Promise<string[]> {
  if (network.gate.isHeld) throw new MailFailure("held");
  // A name without an address fails as an inner one does, or members could ask which there are.
  const addresses = isIP(host) ? [host] : await lookedUp(network, host, companyId);
  const plain = security === "none";
  const reachable = addresses.filter((address) =>
    mayReach(address, { allow: network.allow, plain })
  );
  if (reachable.length === 0) throw new MailFailure("refused_address");
  if (usualPorts[protocol].includes(port)) return reachable;
  const own = reachable.filter((address) => network.allow.contains(address));
  if (own.length === 0) throw new MailFailure("port_not_allowed");
  return own;
}

async function lookedUp(network: MailNetwork, host: string, companyId: number): Promise<string[]> {
  const name = host.replace(/\.$/, "");
  // RFC 6761, section 6.3: localhost is this machine, whatever a resolver says.
  if (/(^|\.)localhost$/.test(name)) return ["127.0.0.1", "::1"];
  try {
    return await network.lookup(name, companyId);
  } catch {
    return [];
  }
}

const refusalMs = 1_000;

/** Lets `work` fail with `refused_address` after a second: the time tells no more than the answer. */
export async function withEvenRefusal<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await work();
  } catch (error) {
    if (error instanceof MailFailure && error.outcome === "refused_address") {
      const leftMs = startedAt + refusalMs - performance.now();
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, leftMs)));
    }
    throw error;
  }
}

export function serverName({ host }: MailServer): string | undefined {
  return isIP(host) ? undefined : host.replace(/\.$/, "");
}

export async function dial(
  network: MailNetwork,
  server: MailServer,
  protocol: Protocol,
  companyId: number,
): Promise<Socket> {
  let last: MailFailure | undefined;
  for (const address of await addressesOf(network, server, protocol, companyId)) {
    if (network.gate.isHeld) throw new MailFailure("held");
    try {
      return await connectTo(address, server.port, deadlinesOf(network).connectMs);
    } catch (error) {
      last = new MailFailure(outcomeOf(error), undefined, error);
    }
  }
  throw last!;
}

function connectTo(host: string, port: number, connectMs: number): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect({ host, port });
  const late = setTimeout(() => {
    socket.destroy(Object.assign(new Error("nobody answered"), { code: "ETIMEDOUT" }));
  }, connectMs);
  socket.once("error", reject);
  socket.once("connect", () => {
    socket.off("error", reject);
    resolve(socket);
  });
  return promise.finally(() => clearTimeout(late));
}

export function tlsOptions(network: MailNetwork, server: MailServer) {
  return {
    servername: serverName(server),
    minVersion: "TLSv1.2" as const,
    rejectUnauthorized: true,
    ...(network.ca ? { ca: network.ca } : {}),
  };
}
