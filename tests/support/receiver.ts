/**
 * Real servers on a free port of 127.0.0.1 that receive Relevo's requests. Those that misbehave are
 * in `raw_receiver.ts`. Waiting is by events; nothing here sleeps.
 */
import type { Certificate } from "./certificates.ts";
import { deadline, patienceMs } from "./wait.ts";

/** One request as it arrived. */
export interface Received {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  /** The exact bytes of the body. */
  readonly body: Uint8Array;
  /** The body as JSON. */
  json(): unknown;
  /** When it was read whole: milliseconds since 1970. */
  readonly at: number;
  /** The port it came from: the same one for requests over the same connection. */
  readonly fromPort: number;
}

/** Answers a request, possibly late. */
type Handler = (request: Received) => Response | Promise<Response>;

/** A well-behaved HTTP server that records its requests. */
interface Receiver extends AsyncDisposable {
  readonly port: number;
  /** `http://127.0.0.1:<port>`, https with `tls`; no slash at the end. */
  readonly url: string;
  /** All requests so far, oldest first; growing. */
  readonly requests: readonly Received[];
  /** Gives the first `n` requests as soon as there are as many. */
  received(n: number, timeoutMs?: number): Promise<Received[]>;
  /** Gives the first request, past or to come, that the predicate is true of. */
  until(predicate: (request: Received) => boolean, timeoutMs?: number): Promise<Received>;
  /** Stops at once and drops open requests. */
  close(): Promise<void>;
}

interface ReceiverOptions {
  /** Makes it an https server: what `certificateFor` gives. */
  tls?: Certificate;
  /** 200 with the text `ok` unless told. */
  handler?: Handler;
  /** The port to listen on; a free one by default. Give it to restart on the same port. */
  port?: number;
}

/** Starts a receiver. */
export function startReceiver(
  { tls, handler = () => new Response("ok"), port = 0 }: ReceiverOptions = {},
): Receiver {
  const requests: Received[] = [];
  const waiting = waiters();
  const stopping = new AbortController();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port, signal: stopping.signal, onListen() {}, ...tls },
    async (request, { remoteAddr }) => {
      const received = await read(request, remoteAddr.port);
      requests.push(received);
      waiting.check();
      return await handler(received);
    },
  );
  const close = async () => {
    stopping.abort();
    await server.finished;
  };
  return {
    port: server.addr.port,
    url: `http${tls ? "s" : ""}://127.0.0.1:${server.addr.port}`,
    requests,
    received: (n, timeoutMs) =>
      waiting.wait(() => requests.length >= n && requests.slice(0, n), `${n} requests`, timeoutMs),
    until: (predicate, timeoutMs) =>
      waiting.wait(() => requests.find(predicate), "a certain request", timeoutMs),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function read(request: Request, fromPort: number): Promise<Received> {
  const body = await request.bytes();
  return {
    method: request.method,
    url: new URL(request.url),
    headers: request.headers,
    body,
    json: () => JSON.parse(new TextDecoder().decode(body)),
    at: Date.now(),
    fromPort,
  };
}

/** A handler that sends the client elsewhere. */
export function redirectTo(location: string, status = 302): Handler {
  return () => new Response(null, { status, headers: { location } });
}

/** Promises whose condition is checked on each `check()`. */
export function waiters() {
  const pending = new Set<() => void>();
  return {
    check: () => pending.forEach((look) => look()),
    async wait<T>(
      look: () => T | false | undefined,
      what: string,
      timeoutMs = patienceMs,
    ): Promise<T> {
      const { promise, resolve } = Promise.withResolvers<T>();
      const tryNow = () => {
        const value = look();
        if (value) resolve(value);
      };
      pending.add(tryNow);
      tryNow();
      return await deadline(promise, timeoutMs, what).finally(() => pending.delete(tryNow));
    },
  };
}
