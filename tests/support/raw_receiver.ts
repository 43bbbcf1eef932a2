/**
 * Servers that keep to no protocol: {@link startRawReceiver} with one of {@link misbehaviour}. Real
 * sockets on a free port of this machine; they misbehave until the client hangs up, or are closed.
 */
import type { Certificate } from "./certificates.ts";
import { waiters } from "./receiver.ts";
import { deadline } from "./wait.ts";

/** One connection to a raw receiver, for a script to misbehave on. */
interface Line {
  /** Reads some bytes; null when the client has closed. */
  read(): Promise<Uint8Array | null>;
  /** Writes all of it; throws when the client has closed. */
  write(text: string): Promise<void>;
  /** Settles as soon as the client has closed. */
  readonly closed: Promise<void>;
}

/** What a raw receiver does on each connection. The connection is closed when it is through. */
export type Script = (line: Line) => Promise<void>;

/** A server that speaks bytes and keeps to no protocol. */
export interface RawReceiver extends AsyncDisposable {
  readonly port: number;
  /** `http://127.0.0.1:<port>`, https with `tls`; no slash at the end. */
  readonly url: string;
  /** Connections accepted so far. */
  readonly connections: number;
  /** Bytes written so far, over all connections. */
  readonly written: number;
  /** Gives their number once `n` connections were accepted. */
  connected(n: number, timeoutMs?: number): Promise<number>;
  /** Resolves when no connection is open any more, at least one having been. */
  released(timeoutMs?: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts a raw receiver. `hostname` is 127.0.0.1 unless told. */
export function startRawReceiver(
  script: Script,
  { tls, hostname = "127.0.0.1" }: { tls?: Certificate; hostname?: string } = {},
): RawReceiver {
  const listener = tls
    ? Deno.listenTls({ hostname, port: 0, ...tls })
    : Deno.listen({ hostname, port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  const count = { accepted: 0, open: 0, written: 0 };
  const waiting = waiters();
  const connections = new Set<Deno.Conn>();
  const serve = async (connection: Deno.Conn) => {
    count.accepted++;
    count.open++;
    connections.add(connection);
    waiting.check();
    await script(lineOn(connection, count)).catch(() => {});
    connections.delete(connection);
    closeQuietly(connection);
    count.open--;
    waiting.check();
  };
  const accepting = acceptAll(listener, serve);
  const close = async () => {
    closeQuietly(listener);
    connections.forEach(closeQuietly);
    await accepting;
  };
  return {
    port,
    url: `http${tls ? "s" : ""}://127.0.0.1:${port}`,
    get connections() {
      return count.accepted;
    },
    get written() {
      return count.written;
    },
    connected: (n, timeoutMs) =>
      waiting.wait(() => count.accepted >= n && count.accepted, `${n} connections`, timeoutMs),
    released: async (timeoutMs) => {
      const isFree = () => count.accepted > 0 && count.open === 0;
      await waiting.wait(isFree, "all connections to be closed", timeoutMs);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function acceptAll(
  listener: Deno.Listener,
  serve: (connection: Deno.Conn) => Promise<void>,
): Promise<void> {
  const serving: Promise<void>[] = [];
  try {
    for await (const connection of listener) serving.push(serve(connection));
  } catch {
    // The listener was closed.
  }
  await Promise.all(serving);
}

function lineOn(connection: Deno.Conn, count: { written: number }): Line {
  const read = async () => {
    const buffer = new Uint8Array(65_536);
    const length = await connection.read(buffer).catch(() => null);
    return length === null ? null : buffer.subarray(0, length);
  };
  return {
    read,
    async write(text) {
      const bytes = new TextEncoder().encode(text);
      for (let at = 0; at < bytes.length;) {
        const written = await connection.write(bytes.subarray(at));
        at += written;
        count.written += written;
      }
    },
    get closed() {
      return (async () => {
        while (await read() !== null);
      })();
    },
  };
}

/** Ways in which a receiver can misbehave. */
export const misbehaviour = {
  /** Reads the request and never answers; never shakes hands if TLS is expected. */
  neverAnswers: async (line: Line) => await line.closed,

  /** Hangs up before the request. */
  closesAtOnce: async () => {},

  /** Answers the status, then sends body until the client hangs up. */
  endlessBody: (status = 200): Script => async (line) => {
    await line.read();
    await line.write(`HTTP/1.1 ${status} Whatever\r\ncontent-type: text/plain\r\n\r\n`);
    while (true) await line.write("a".repeat(16_384));
  },

  /** Answers 200 and a few bytes of body, and never ends it. */
  unfinishedBody: async (line: Line) => {
    await line.read();
    await line.write("HTTP/1.1 200 OK\r\ncontent-length: 4000\r\n\r\nalmost");
    await line.closed;
  },

  /** Begins the answer and sends headers until the client hangs up. */
  endlessHeaders: async (line: Line) => {
    await line.read();
    await line.write("HTTP/1.1 200 OK\r\n");
    while (true) await line.write(`x-more: ${"a".repeat(1000)}\r\n`.repeat(16));
  },

  /** Sends half a header and then nothing. */
  unfinishedHeader: async (line: Line) => {
    await line.read();
    await line.write("HTTP/1.1 200 OK\r\nx-half: ");
    await line.closed;
  },

  /** Sends interim answers (103) until the client hangs up. */
  endlessInterim: async (line: Line) => {
    await line.read();
    while (true) await line.write("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(100));
  },

  /** Sends the zeros before a chunk's length until the client hangs up. */
  endlessChunkSize: async (line: Line) => {
    await line.read();
    await line.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
    while (true) await line.write("0".repeat(16_384));
  },

  /** Ends its body, and then sends trailers until the client hangs up. */
  endlessTrailers: async (line: Line) => {
    await line.read();
    await line.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n");
    while (true) await line.write(`x-more: ${"a".repeat(1000)}\r\n`.repeat(16));
  },

  /** Sends this text, then waits for the client to hang up. */
  says: (text: string): Script => async (line) => {
    await line.read();
    await line.write(text);
    await line.closed;
  },

  /** Answers 200 after this many milliseconds. */
  slow: (ms: number): Script => async (line) => {
    await line.read();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    line.closed.then(resolve);
    await promise;
    clearTimeout(timer);
    await line.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok");
  },

  /** Answers the first `answered` requests of a connection, and hangs up on the next. */
  hangsUpAfter: (answered: number): Script => async (line) => {
    for (let n = 0; n < answered; n++) {
      if (await line.read() === null) return;
      await line.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
    }
    await line.read();
  },
} as const;

/**
 * A port whose queue of connections is full, so that dialling it hangs, as with a firewall that
 * drops everything.
 */
export async function startFullReceiver(): Promise<AsyncDisposable & { port: number }> {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  const dialled: Promise<Deno.Conn | void>[] = [];
  const stopping = new AbortController();
  for (let full = false; !full;) {
    const connection = Deno.connect({ hostname: "127.0.0.1", port, signal: stopping.signal });
    dialled.push(connection.catch(() => {}));
    full = await deadline(connection, 1_000, "a place in the queue").then(() => false, () => true);
  }
  const close = async () => {
    stopping.abort();
    listener.close();
    for (const connection of await Promise.all(dialled)) if (connection) closeQuietly(connection);
  };
  return { port, [Symbol.asyncDispose]: close };
}

function closeQuietly(resource: { close(): void }): void {
  try {
    resource.close();
  } catch {
    // It is closed already.
  }
}
