/**
 * Forwards a request to the app and streams its answer back unchanged.
 *
 * Uses `node:http`, because `fetch` would undo compression and hide closed connections. Hop-by-hop
 * headers follow RFC 9110, 7.6.1.
 */
import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  request,
  type ServerResponse,
} from "node:http";
import { pipeline } from "node:stream";

const HOP_BY_HOP = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

// "Connection: content-length" must not remove the framing that the app relies on.
const KEPT_ALWAYS = new Set(["host", "content-length"]);

interface ProxyOptions {
  /** Origin of the app behind. */
  target: string;
  /** Carries the identity; removed from incoming requests. */
  identityHeader: string;
  /** The gateway's own cookie; never forwarded. */
  sessionCookie: string;
}

interface Forwarding {
  /** Value of the identity header; absent for public paths. */
  identity?: string;
  /** Called when the app cannot be reached. */
  unreachable: () => void;
}

export interface Proxy {
  forward(incoming: IncomingMessage, answer: ServerResponse, forwarding: Forwarding): void;
  /** Drops the connections to the app. */
  close(): void;
}

/** A reverse proxy to one app, over kept-alive connections. */
export function createProxy(options: ProxyOptions): Proxy {
  const { hostname, port } = new URL(options.target);
  const agent = new Agent({ keepAlive: true });
  return {
    forward(incoming, answer, { identity, unreachable }) {
      if (answer.destroyed) return;
      const headers = requestHeaders(incoming, options);
      if (identity !== undefined) headers.push([options.identityHeader, identity]);
      const { method, url: path } = incoming;
      const outgoing = request({ agent, hostname, port, method, path, headers: grouped(headers) });
      outgoing.on("response", (reply) => {
        const { statusCode = 502, statusMessage } = reply;
        answer.writeHead(statusCode, statusMessage, grouped(endToEnd(reply.rawHeaders)));
        // An event stream may be silent for long.
        answer.flushHeaders();
        pipeline(reply, answer, () => incoming.complete || abandon(incoming, outgoing));
      });
      outgoing.on("error", () => {
        abandon(incoming, outgoing);
        if (answer.headersSent) answer.destroy();
        else if (!answer.destroyed) unreachable();
      });
      answer.on("close", () => answer.writableFinished || outgoing.destroy());
      incoming.pipe(outgoing);
    },
    close: () => agent.destroy(),
  };
}

/** The app stopped reading an upload: close both connections, or they wait for the rest. */
function abandon(incoming: IncomingMessage, outgoing: ClientRequest): void {
  incoming.unpipe(outgoing);
  outgoing.destroy();
  incoming.resume();
}

type HeaderList = [name: string, value: string][];

function requestHeaders(incoming: IncomingMessage, options: ProxyOptions): HeaderList {
  const kept = endToEnd(incoming.rawHeaders)
    .filter(([name]) => !isReplaced(name, options.identityHeader))
    .map(([name, value]): [string, string] =>
      /^cookie$/i.test(name) ? [name, withoutCookie(value, options.sessionCookie)] : [name, value]
    )
    .filter(([, value]) => value !== "");
  return [
    ...framed(kept, incoming),
    ["X-Forwarded-For", incoming.socket.remoteAddress ?? "unknown"],
    ["X-Forwarded-Proto", "http"],
    ["X-Forwarded-Host", incoming.headers.host ?? ""],
  ];
}

function framed(headers: HeaderList, incoming: IncomingMessage): HeaderList {
  if (!incoming.headers["transfer-encoding"]) return headers;
  const unframed = headers.filter(([name]) => !/^content-length$/i.test(name));
  return [...unframed, ["Transfer-Encoding", "chunked"]];
}

/** Headers that only this gateway may set: the caller's identity and address. */
function isReplaced(name: string, identityHeader: string): boolean {
  const lower = name.toLowerCase();
  return lower === identityHeader.toLowerCase() || lower.startsWith("x-forwarded-") ||
    lower === "forwarded" || lower === "x-real-ip" || lower === "expect";
}

function withoutCookie(value: string, cookie: string): string {
  return value.split(";").map((pair) => pair.trim())
    .filter((pair) => pair.split("=")[0]!.trim() !== cookie).join("; ");
}

function endToEnd(raw: string[]): HeaderList {
  const list: HeaderList = [];
  for (let i = 0; i + 1 < raw.length; i += 2) list.push([raw[i]!, raw[i + 1]!]);
  const named = list.filter(([name]) => /^connection$/i.test(name))
    .flatMap(([, value]) => value.toLowerCase().split(",").map((token) => token.trim()));
  const dropped = new Set([...HOP_BY_HOP, ...named.filter((name) => !KEPT_ALWAYS.has(name))]);
  return list.filter(([name]) => !dropped.has(name.toLowerCase()));
}

/** Node takes repeated headers (Set-Cookie) as an array under one name. */
function grouped(list: HeaderList): Record<string, string | string[]> {
  const byName = new Map<string, { name: string; values: string[] }>();
  for (const [name, value] of list) {
    const entry = byName.get(name.toLowerCase()) ?? { name, values: [] };
    entry.values.push(value);
    byName.set(name.toLowerCase(), entry);
  }
  return Object.fromEntries(
    [...byName.values()].map((
      { name, values },
    ) => [name, values.length === 1 ? values[0]! : values]),
  );
}
