/** A way to the database that can fall silent, as a firewall does that forgets a connection. */
export interface SilentProxy {
  /** The same database by this way. */
  urlOf(databaseUrl: string): string;
  /** Connections that are open say nothing any more, and are not closed; new ones work. */
  silence(): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Passes connections on to the server that `databaseUrl` names. */
export function startSilentProxy(databaseUrl: string): SilentProxy {
  const { hostname, port } = new URL(databaseUrl);
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<{ isSilent: boolean; close(): void }>();

  async function pass(caller: Deno.Conn): Promise<void> {
    const server = await Deno.connect({ hostname, port: Number(port) });
    const pair = {
      isSilent: false,
      close() {
        for (const end of [caller, server]) {
          try {
            end.close();
          } catch {
            // It is closed already.
          }
        }
        open.delete(pair);
      },
    };
    open.add(pair);
    const pump = async (from: Deno.Conn, to: Deno.Conn) => {
      const buffer = new Uint8Array(65_536);
      for (let n = await from.read(buffer); n !== null; n = await from.read(buffer)) {
        // Data of either side is swallowed.
        for (let at = 0; at < n && !pair.isSilent;) at += await to.write(buffer.subarray(at, n));
      }
      if (!pair.isSilent) pair.close();
    };
    for (const [from, to] of [[caller, server], [server, caller]] as const) {
      pump(from, to).catch(() => pair.isSilent || pair.close());
    }
  }

  const accepting = (async () => {
    for await (const caller of listener) pass(caller).catch(() => caller.close());
  })();
  return {
    urlOf(url) {
      const by = new URL(url);
      by.host = `127.0.0.1:${(listener.addr as Deno.NetAddr).port}`;
      return by.href;
    },
    silence: () => open.forEach((pair) => pair.isSilent = true),
    async [Symbol.asyncDispose]() {
      listener.close();
      await accepting.catch(() => {});
      open.forEach((pair) => pair.close());
    },
  };
}
