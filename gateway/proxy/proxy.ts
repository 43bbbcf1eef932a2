/**
 * Forwards a request to the app and streams its answer back unchanged.
 *
 * Uses `node:http`, because `fetch` would undo compression and hide closed connections.
 */
import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  request,
  type ServerResponse,
} from "node:http";
import { pipeline } from "node:stream";
import { endToEnd, type Forwarder, grouped, requestHeaders } from "./headers.ts";

interface ProxyOptions extends Pick<Forwarder, "identityHeader" | "ownCookies" | "addressHeader"> {
  /** Origin of the app behind. */
  target: string;
  /** Protocol of people's connections; "http" by default. */
  protocol?: "http" | "https";
}

interface Forwarding {
  /** Value of the identity header; absent for public paths. */
  identity?: string;
  /** Address of the caller; by default the connection's. */
  address?: string;
  /** Called when the app cannot be reached. */
  unreachable: () => void;
}

export interface Proxy {
  forward(incoming: IncomingMessage, answer: ServerResponse, forwarding: Forwarding): void;
  /** Drops the connections to the app. */
  close(): void;
}

/** A reverse proxy to one app, over kept-alive connections. */
export function createProxy({ target, protocol = "http", ...forwarder }: ProxyOptions): Proxy {
  const { hostname, port } = new URL(target);
  const agent = new Agent({ keepAlive: true });
  return {
    forward(incoming, answer, { identity, unreachable, ...forwarding }) {
      if (answer.destroyed) return;
      const address = forwarding.address ?? incoming.socket.remoteAddress ?? "unknown";
      const headers = requestHeaders(incoming, { ...forwarder, protocol, address });
      if (identity !== undefined) headers.push([forwarder.identityHeader, identity]);
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
