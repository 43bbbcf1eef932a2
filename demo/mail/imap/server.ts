import type { Mailbox } from "../mailbox.ts";
import { Session } from "./session.ts";
import { Wire } from "./wire.ts";

export interface Server {
  port: number;
  close(): Promise<void>;
}

/** Serves mailboxes on loopback, at a port that is free. */
export function startImap(mailboxes: readonly Mailbox[]): Server {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Map<Deno.Conn, Promise<void>>();
  const serve = async (conn: Deno.Conn) => {
    try {
      await new Session(new Wire(conn), mailboxes).run();
    } catch {
      // The other side has gone, and asks again.
    } finally {
      close(conn);
      open.delete(conn);
    }
  };
  const accepting = (async () => {
    for await (const conn of listener) open.set(conn, serve(conn));
  })();
  return {
    port: listener.addr.port,
    async close() {
      listener.close();
      for (const conn of open.keys()) close(conn);
      await Promise.all([accepting, ...open.values()]);
    },
  };
}

function close(conn: Deno.Conn): void {
  try {
    conn.close();
  } catch (error) {
    if (!(error instanceof Deno.errors.BadResource)) throw error;
  }
}
