import { Buffer } from "node:buffer";
import { once } from "node:events";
import type { Socket } from "node:net";
import type pg from "pg";
import { serialize } from "pg-protocol";
import { listOf, pathOf, plainText, type Session } from "@/lib/backup/session/session.ts";
import { valueTypes } from "@/lib/db/connection.ts";
import { Primary, type Target } from "@/lib/db/hosts/primary.ts";
import { cut } from "@/lib/db/hosts/primary_client.ts";
import { createLog } from "@/lib/tools/log.ts";

const patienceMs = 10_000;

/** Name of the connection on the server: a restore tells it from those of the app by it. */
export const applicationName = "relevo-backup";

/** Runs `work` on a connection of its own, to the server among several that the target means. */
export async function withPostgres<T>(
  url: string,
  work: (session: Session) => Promise<T>,
  target: Target = "primary",
): Promise<T> {
  const connection = {
    application_name: applicationName,
    connectionTimeoutMillis: patienceMs,
    keepAlive: true,
    types: valueTypes,
  };
  const primary = new Primary(url, { log: createLog("error", console.error), target, connection });
  const client = primary.newClient();
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query(plainText);
    // A statement that waits for a lock does not outlive this process.
    await client.query("set client_connection_check_interval = '1s'");
    return await work(sessionOf(client));
  } finally {
    // Without a transaction's end it is undone; a polite end would wait for a copy under way.
    cut(client);
    primary.close();
  }
}

function sessionOf(client: pg.Client): Session {
  return {
    kind: "postgres",
    async query(text, values = []) {
      const answer = values.length > 0
        ? await client.query(text, [...values])
        : await client.query(text);
      return { rows: answer.rows ?? [], count: answer.rowCount ?? 0 };
    },
    copyOut(table) {
      const { columns } = table;
      return client.query(
        new CopyOut(`copy (select ${listOf(columns)} from ${pathOf(table)}) to stdout`),
      ).chunks();
    },
    copyIn(table, rows) {
      const text = `copy ${pathOf(table)} (${listOf(table.columns)}) from stdin`;
      return client.query(new CopyIn(text, rows)).answered;
    },
  };
}

interface Wire {
  stream: Socket;
  query(text: string): void;
}

const aheadBytes = 1024 * 1024;

/** The protocol's copy out of the server, as the client's queue of queries takes it. */
class CopyOut implements pg.Submittable {
  #parts: Uint8Array[] = [];
  #bytes = 0;
  #stream: Socket | undefined;
  #end: { error?: Error } | undefined;
  #wake = () => {};

  constructor(private readonly text: string) {}

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire;
    this.#stream = wire.stream;
    wire.query(this.text);
  }

  async *chunks(): AsyncIterable<Uint8Array> {
    while (true) {
      if (this.#bytes > 0) yield this.#take();
      else if (this.#end) break;
      else await new Promise<void>((resolve) => this.#wake = resolve);
    }
    if (this.#end.error) throw this.#end.error;
  }

  #take(): Uint8Array {
    const chunk = new Uint8Array(this.#bytes);
    let at = 0;
    for (const part of this.#parts) {
      chunk.set(part, at);
      at += part.length;
    }
    this.#parts = [];
    this.#bytes = 0;
    this.#stream?.resume();
    return chunk;
  }

  handleCopyData({ chunk }: { chunk: Uint8Array }): void {
    // The reader of the protocol writes its buffer anew.
    this.#parts.push(new Uint8Array(chunk));
    this.#bytes += chunk.length;
    if (this.#bytes > aheadBytes) this.#stream?.pause();
    this.#wake();
  }

  handleError(error: Error): void {
    this.#end ??= { error };
    this.#wake();
  }

  handleReadyForQuery(): void {
    this.#end ??= {};
    this.#wake();
  }

  handleCommandComplete(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}

const messageBytes = 64 * 1024;

class CopyIn implements pg.Submittable {
  #count = 0;
  #error: Error | undefined;
  readonly #answer = Promise.withResolvers<number>();
  readonly #failure = Promise.withResolvers<void>();

  constructor(private readonly text: string, private readonly rows: Uint8Array) {}

  get answered(): Promise<number> {
    return this.#answer.promise;
  }

  submit(connection: pg.Connection): void {
    (connection as unknown as Wire).query(this.text);
  }

  handleCopyInResponse(wire: Wire): void {
    this.#send(wire).catch((error) => this.handleError(error));
  }

  async #send({ stream }: Wire): Promise<void> {
    const rows = Buffer.from(this.rows.buffer, this.rows.byteOffset, this.rows.length);
    for (let at = 0; at < rows.length && !this.#error; at += messageBytes) {
      const message = serialize.copyData(rows.subarray(at, at + messageBytes));
      if (!stream.write(message)) {
        await Promise.race([once(stream, "drain"), this.#failure.promise]);
      }
    }
    if (!this.#error) stream.write(serialize.copyDone());
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#count = Number(text.split(" ").at(-1));
  }

  handleError(error: Error): void {
    this.#error = error;
    this.#failure.resolve();
    this.#answer.reject(error);
  }

  handleReadyForQuery(): void {
    this.#answer.resolve(this.#count);
  }

  handleCopyData(): void {}
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}
