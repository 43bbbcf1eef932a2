/**
 * Forwards a request to the app and streams its answer back unchanged.
 *
 * Uses `node:http`, because `fetch` would undo compression and hide closed connections.
 */
import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { type Apps, NoApp } from "@/gateway/apps/apps.ts";
import { isEventStream, passEvents } from "./event_stream.ts";
import { endToEnd, type Forwarder, grouped, requestHeaders } from "./headers.ts";

interface ProxyOptions extends Pick<Forwarder, "identityHeader" | "ownCookies" | "addressHeader"> {
  apps: Pick<Apps, "open">;
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
  /** Settles once the request is on its way, or no app could be reached. */
  forward(incoming: IncomingMessage, answer: ServerResponse, forwarding: Forwarding): Promise<void>;
  /** Ends the streams of events: their readers come back by another gateway. */
  endStreams(): void;
}

/** A reverse proxy to the app, over kept-alive connections. */
export function createProxy({ apps, protocol = "http", ...forwarder }: ProxyOptions): Proxy {
  const streams = new Set<() => void>();

  function passOn(
    incoming: IncomingMessage,
    answer: ServerResponse,
    outgoing: ClientRequest,
  ): void {
    outgoing.on("response", (reply) => {
      const { statusCode = 502, statusMessage } = reply;
      answer.writeHead(statusCode, statusMessage, grouped(endToEnd(reply.rawHeaders)));
      // An event stream may be silent for long.
      answer.flushHeaders();
      if (!isEventStream(reply)) {
        return pipeline(reply, answer, () => incoming.complete || abandon(incoming, outgoing));
      }
      const end = passEvents(reply, answer);
      streams.add(end);
      answer.on("close", () => streams.delete(end));
    });
    answer.on("close", () => answer.writableFinished || outgoing.destroy());
    incoming.pipe(outgoing);
  }

  return {
    async forward(incoming, answer, { identity, unreachable, ...forwarding }) {
      if (answer.destroyed) return;
      const address = forwarding.address ?? incoming.socket.remoteAddress ?? "unknown";
      const headers = requestHeaders(incoming, { ...forwarder, protocol, address });
      if (identity !== undefined) headers.push([forwarder.identityHeader, identity]);
      const { method, url: path } = incoming;
      const leaving = new AbortController();
      answer.on("close", () => leaving.abort());
      const fail = () => {
        if (answer.headersSent) answer.destroy();
        else if (!answer.destroyed) unreachable();
      };
      const call = { method, path, headers: grouped(headers) };
      const outgoing = await apps.open(call, leaving.signal).catch((error) => {
        if (!(error instanceof NoApp)) throw error;
      });
      if (!outgoing) return fail();
      outgoing.on("error", () => {
        abandon(incoming, outgoing);
        fail();
      });
      if (answer.destroyed) outgoing.destroy();
      else passOn(incoming, answer, outgoing);
    },
    endStreams: () => streams.forEach((end) => end()),
  };
}

/** The app stopped reading an upload: close both connections, or they wait for the rest. */
function abandon(incoming: IncomingMessage, outgoing: ClientRequest): void {
  incoming.unpipe(outgoing);
  outgoing.destroy();
  incoming.resume();
}
