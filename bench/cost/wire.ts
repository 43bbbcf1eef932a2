/** Counts what a client asks of Postgres: a listener in between that reads the messages' heads. */

export interface DatabaseCounts {
  /** Round trips: sends that followed an answer, on any connection. */
  roundTrips: number;
  statements: number;
  /** Statements that were parsed, and so planned, anew. */
  parsed: number;
}

export interface Wire extends AsyncDisposable {
  databaseUrl: string;
  /** Counts since it was opened. */
  readonly counts: DatabaseCounts;
}

const none = { roundTrips: 0, statements: 0, parsed: 0 };

/** Opens a way to the database that counts. */
export function openWire(databaseUrl: string): Wire {
  const target = new URL(databaseUrl);
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.TcpConn>();
  const counts: DatabaseCounts = { ...none };
  const accept = async () => {
    for await (const client of listener) {
      const server = await Deno.connect({ hostname: "127.0.0.1", port: Number(target.port) });
      for (const one of [client, server]) open.add(one);
      pass(client, server, counts);
    }
  };
  accept().catch(() => {});
  const { port } = listener.addr as Deno.NetAddr;
  return {
    // With the server's own address behind it, so that the place is a known one and nothing is held.
    databaseUrl: databaseUrl.replace(target.host, `127.0.0.1:${port},${target.host}`),
    get counts() {
      return { ...counts };
    },
    [Symbol.asyncDispose]() {
      listener.close();
      for (const one of open) close(one);
      return Promise.resolve();
    },
  };
}

function pass(client: Deno.TcpConn, server: Deno.TcpConn, counts: DatabaseCounts): void {
  let isAnswered = true;
  const reader = new MessageHeads((type, start) => {
    if (type === "Q") {
      counts.statements += start.split(";").filter((text) => text.trim() !== "").length;
      counts.parsed++;
    }
    if (type === "E") counts.statements++;
    if (type === "P") counts.parsed++;
  });
  const both = [
    copy(client, server, (bytes) => {
      if (isAnswered) counts.roundTrips++;
      isAnswered = false;
      reader.take(bytes);
    }),
    copy(server, client, () => isAnswered = true),
  ];
  Promise.race(both).catch(() => {}).finally(() => [client, server].forEach(close));
}

async function copy(
  from: Deno.TcpConn,
  to: Deno.TcpConn,
  see: (bytes: Uint8Array) => void,
): Promise<void> {
  const buffer = new Uint8Array(65_536);
  for (let size; (size = await from.read(buffer)) !== null;) {
    const bytes = buffer.subarray(0, size);
    see(bytes);
    for (let at = 0; at < size;) at += await to.write(bytes.subarray(at));
  }
}

function close(one: Deno.TcpConn): void {
  try {
    one.close();
  } catch {
    // It is closed already.
  }
}

/** The client's messages: type, length, content; but for the first, which has no type. */
class MessageHeads {
  #rest = new Uint8Array();
  #isFirst = true;

  constructor(private readonly see: (type: string, text: string) => void) {}

  take(bytes: Uint8Array): void {
    let all = new Uint8Array(this.#rest.length + bytes.length);
    all.set(this.#rest);
    all.set(bytes, this.#rest.length);
    while (true) {
      const head = this.#isFirst ? 0 : 1;
      if (all.length < head + 4) break;
      const size = head + new DataView(all.buffer, all.byteOffset).getUint32(head);
      if (all.length < size) break;
      if (!this.#isFirst) {
        const text = new TextDecoder().decode(all.subarray(5, size - 1));
        this.see(String.fromCharCode(all[0]!), text);
      }
      this.#isFirst = false;
      all = all.subarray(size);
    }
    this.#rest = all;
  }
}
