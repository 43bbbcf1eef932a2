import pg from "pg";
import type { Server } from "@/lib/db/hosts/address.ts";

type Chosen = Server | null;

interface Chooser {
  choose(): Promise<Chosen>;
  admit(client: pg.Client, server: Chosen): Promise<void>;
  lose(server: Chosen): void;
}

interface Stream {
  destroyed: boolean;
  destroy(): void;
}

/** What `pg` does not declare. */
interface Inside {
  host: string;
  port: number;
  connectionParameters: { host: string; port: number };
  connection: { stream: Stream; emit(event: "error", error: Error): void };
}

/** A commit that the standby has not confirmed: Postgres gave up waiting and reported success. */
class NotReplicated extends Error {
  override name = "NotReplicated";
  readonly code = "08007"; // transaction_resolution_unknown
}

/** A client that reaches the primary among several servers, or fails. */
export class PrimaryClient extends pg.Client {
  readonly #chooser: Chooser;

  constructor(config: pg.ClientConfig, chooser: Chooser) {
    super(config);
    this.#chooser = chooser;
    // An end while nobody asks is the pool's to notice.
    this.on("error", () => {});
    this.on("notice", (notice) => {
      if (notice.routine !== "SyncRepWaitForLSN") return;
      inside(this).connection.emit("error", new NotReplicated(notice.message));
      cut(this);
    });
  }

  override connect(): Promise<this>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<this> | void {
    if (!callback) return this.#dial();
    this.#dial().then(() => callback(null as unknown as Error), callback);
  }

  async #dial(): Promise<this> {
    const server = await this.#chooser.choose();
    dialled(this, server);
    // The pool may have given up meanwhile; a socket that is closed would open again.
    if (inside(this).connection.stream.destroyed) throw new Error("Connection terminated");
    try {
      await super.connect();
      await this.#chooser.admit(this, server);
      return this;
    } catch (error) {
      this.#chooser.lose(server);
      cut(this);
      throw error;
    }
  }
}

/** Sends the client to the server, before it connects. */
export function dialled<Client extends pg.Client>(client: Client, server: Chosen): Client {
  if (!server) return client;
  const { host } = server;
  const port = Number(server.port || 5432);
  const at = inside(client);
  Object.assign(at.connectionParameters, { host, port });
  Object.assign(at, { host, port });
  return client;
}

/** Closes the socket without a word to the server. */
export function cut(client: pg.ClientBase): void {
  inside(client).connection.stream.destroy();
}

function inside(client: pg.ClientBase): Inside {
  return client as unknown as Inside;
}
