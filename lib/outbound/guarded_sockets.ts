/** The address that is checked is the one dialled, whatever DNS says later (DNS rebinding). */
import { lookup as systemLookup } from "node:dns/promises";
import http from "node:http";
import https from "node:https";
import {
  connect,
  isIP,
  type LookupFunction,
  type NetConnectOpts,
  type TcpNetConnectOpts,
} from "node:net";
import type { Duplex } from "node:stream";
import tls from "node:tls";
import { bareHost, mayReach, type Nets, type Resolve } from "@/lib/outbound/addresses.ts";

interface Destination {
  url: URL;
  allow: Nets;
  ca?: string;
  lookup?: Resolve;
  companyId: number;
  dialling: AbortSignal;
}

/** `pool` keeps connections with different rules apart. */
type SocketOptions =
  & https.RequestOptions
  & Pick<TcpNetConnectOpts, "autoSelectFamily" | "autoSelectFamilyAttemptTimeout">
  & { pool: string; dialling: AbortSignal };

export const refusedAddress = "EREFUSED_ADDRESS";
export const noAddress = "ENO_ADDRESS";

const maxHeaderBytes = 16_384;
const maxIdleSockets = 128;
const addressAttemptMs = 500;
const agentOptions = {
  keepAlive: true,
  maxFreeSockets: 64, // per receiver: as many as a push service is called at once
  timeout: 4_000, // below Node.js's 5 s, the shortest of the common servers
};

type Created = (error: Error | null, socket: Duplex) => void;

/** Speaks TLS where it is used: for others Deno 2.9 keeps half a megabyte for each connection. */
class DialledAgent extends https.Agent {
  override createConnection(options: https.RequestOptions, created?: Created): undefined {
    const { dialling } = options as SocketOptions;
    const plain = connect(options as NetConnectOpts);
    const end = () => plain.destroy(coded("ECONNABORTED", "it is given up"));
    dialling.addEventListener("abort", end);
    plain.once("error", fail).once("connect", () => {
      plain.off("error", fail);
      dialling.removeEventListener("abort", end);
      created!(null, tls.connect({ ...options, socket: plain } as tls.ConnectionOptions));
    });
    if (dialling.aborted) end();
    function fail(error: Error) {
      dialling.removeEventListener("abort", end);
      created!(error, plain);
    }
  }
}

export const agents: Record<"http:" | "https:", http.Agent> = {
  "http:": bounded(new http.Agent(agentOptions)),
  "https:": bounded(new DialledAgent(agentOptions)),
};

export const systemResolve = async (hostname: string): Promise<string[]> =>
  (await systemLookup(hostname, { all: true, verbatim: true })).map(({ address }) => address);

export function socketOptions(destination: Destination): https.RequestOptions {
  const { url, allow, ca, lookup = systemResolve, companyId, dialling } = destination;
  const host = bareHost(url);
  const options: SocketOptions = {
    protocol: url.protocol,
    hostname: host,
    port: url.port,
    path: url.pathname + url.search,
    agent: agents[url.protocol as keyof typeof agents],
    pool: `${idOf(allow)}.${idOf(lookup)}`,
    lookup: guardedLookup({ url, allow, lookup, companyId }),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: addressAttemptMs,
    maxHeaderSize: maxHeaderBytes,
    ca,
    servername: isIP(host) ? "" : host,
    dialling,
    minVersion: "TLSv1.2",
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED=0 does not switch this off.
    rejectUnauthorized: true,
  };
  return options;
}

function guardedLookup(
  { url, allow, lookup, companyId }: Required<Omit<Destination, "ca" | "dialling">>,
): LookupFunction {
  const plain = url.protocol === "http:";
  const permitted = async (hostname: string) => {
    const resolved = await addressesOf(hostname, (name) => lookup(name, companyId));
    const addresses = resolved.filter((address) => mayReach(address, { allow, plain }));
    if (addresses.length > 0) return addresses;
    throw coded(refusedAddress, `${hostname} is ${resolved.join()}`);
  };
  return (hostname, { all }, callback) => {
    permitted(hostname).then(
      ([first = "", ...rest]) => {
        if (!all) return callback(null, first, isIP(first));
        callback(null, [first, ...rest].map((address) => ({ address, family: isIP(address) })));
      },
      (error) => callback(error, []),
    );
  };
}

async function addressesOf(
  hostname: string,
  lookup: (hostname: string) => Promise<string[]>,
): Promise<string[]> {
  try {
    const addresses = await lookup(hostname);
    if (addresses.length > 0) return addresses;
  } catch {
    // The resolver failed: there is no address to dial.
  }
  throw coded(noAddress, `${hostname} has no address`);
}

/** Bounds the idle sockets, and shares none between calls with different rules for addresses. */
function bounded<T extends http.Agent>(agent: T): T {
  const name = agent.getName.bind(agent);
  const keep = agent.keepSocketAlive.bind(agent) as (socket: unknown) => unknown;
  agent.getName = (options?: http.ClientRequestArgs & { pool?: string }) =>
    `${options?.pool}|${name(options)}`;
  agent.keepSocketAlive = (socket) => {
    const idle = Object.values(agent.freeSockets).reduce((n, list) => n + list!.length, 0);
    return (idle < maxIdleSockets && keep(socket)) as unknown as void;
  };
  return agent;
}

const ids = new WeakMap<object, number>();
let lastId = 0;

function idOf(thing: object): number {
  const id = ids.get(thing) ?? ++lastId;
  ids.set(thing, id);
  return id;
}

function coded(code: string, message: string): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code });
}
