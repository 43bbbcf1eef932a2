/**
 * A minimal HTTP/1.1 client: one request at a time on a kept connection, with its bytes prepared
 * beforehand. The load generator shares the machine with the app, so every cycle it saves goes to
 * the measurement.
 */

/** An answer; its body is a view that the next answer overwrites. */
interface RawAnswer {
  status: number;
  body: Uint8Array;
}

const headerEnd = [13, 10, 13, 10];
const lengthName = new TextEncoder().encode("\r\ncontent-length: ");
const chunkedName = new TextEncoder().encode("\r\ntransfer-encoding: chunked");
const lastChunk = new TextEncoder().encode("\r\n0\r\n\r\n");

/** A kept connection to a server on loopback. */
export class RawConnection {
  #buffer = new Uint8Array(16_384);

  private constructor(private readonly socket: Deno.TcpConn) {}

  /** Connects to the port of 127.0.0.1. */
  static async open(port: number): Promise<RawConnection> {
    const socket = await Deno.connect({ hostname: "127.0.0.1", port });
    socket.setNoDelay(true);
    return new RawConnection(socket);
  }

  /**
   * Sends the bytes of one request and reads its answer whole; chunks stay as they come.
   * @throws Error when the connection ends early or the answer states no length
   */
  async call(request: Uint8Array): Promise<RawAnswer> {
    for (let at = 0; at < request.length;) at += await this.socket.write(request.subarray(at));
    let size = 0;
    for (let whole = -1; whole < 0 || size < whole;) {
      if (size === this.#buffer.length) this.#grow();
      const read = await this.socket.read(this.#buffer.subarray(size));
      if (read === null) throw new Error("the server closed the connection");
      size += read;
      if (whole < 0) whole = wholeLength(this.#buffer.subarray(0, size));
    }
    return parse(this.#buffer.subarray(0, size));
  }

  close(): void {
    this.socket.close();
  }

  #grow(): void {
    const larger = new Uint8Array(this.#buffer.length * 2);
    larger.set(this.#buffer);
    this.#buffer = larger;
  }
}

/** The bytes of a request with a JSON body. */
export function jsonRequest(
  { port, path, bearer, body, method = "POST" }: {
    port: number;
    path: string;
    bearer: string;
    body: string;
    method?: string;
  },
): Uint8Array {
  const bytes = new TextEncoder().encode(body).length;
  return new TextEncoder().encode(
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${bearer}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n${body}`,
  );
}

/** Bytes of the whole answer, or -1 while its headers are not there yet. */
function wholeLength(bytes: Uint8Array): number {
  const end = indexOf(bytes, headerEnd);
  if (end < 0) return -1;
  const at = indexOf(bytes, lengthName);
  if (at < 0 || at > end) {
    if (indexOf(bytes.subarray(0, end), chunkedName) < 0) {
      throw new Error("the answer states no length");
    }
    const tail = bytes.subarray(-lastChunk.length);
    return lastChunk.every((byte, place) => tail[place] === byte) ? bytes.length : -1;
  }
  return end + 4 + number(bytes, at + lengthName.length);
}

function parse(bytes: Uint8Array): RawAnswer {
  return { status: number(bytes, 9), body: bytes.subarray(indexOf(bytes, headerEnd) + 4) };
}

function number(bytes: Uint8Array, at: number): number {
  let value = 0;
  for (; bytes[at]! >= 48 && bytes[at]! <= 57; at++) value = value * 10 + bytes[at]! - 48;
  return value;
}

function indexOf(bytes: Uint8Array, wanted: ArrayLike<number>): number {
  for (let at = bytes.indexOf(wanted[0]!); at >= 0; at = bytes.indexOf(wanted[0]!, at + 1)) {
    let same = 1;
    while (same < wanted.length && bytes[at + same] === wanted[same]) same++;
    if (same === wanted.length) return at;
  }
  return -1;
}
