/** A relay in front of a server, whose connections can fall silent without being closed. */

export interface Proxy extends AsyncDisposable {
  url: string;
  /**
   * From now on nothing gets through, in either direction; new connections are taken all the same.
   */
  hold(): void;
  /** What was held back goes on. */
  release(): void;
}

/** @param to the server's address, whose host name the relay keeps */
export function startProxy(to: string): Proxy {
  const { hostname, port } = new URL(to);
  const listener = Deno.listen({ hostname, port: 0 });
  const open = new Set<Deno.Conn>();
  let gate = Promise.withResolvers<void>();
  gate.resolve();

  async function pump(from: Deno.Conn, into: Deno.Conn): Promise<void> {
    const buffer = new Uint8Array(65_536);
    for (;;) {
      const length = await from.read(buffer);
      await gate.promise;
      if (length === null) return;
      for (let at = 0; at < length;) at += await into.write(buffer.subarray(at, length));
    }
  }

  async function proxy(near: Deno.Conn): Promise<void> {
    open.add(near);
    const far = await Deno.connect({ hostname, port: Number(port) });
    open.add(far);
    await Promise.race([pump(near, far), pump(far, near)].map((one) => one.catch(() => {})));
    for (const end of [near, far]) close(end);
  }

  function close(end: Deno.Conn): void {
    if (open.delete(end)) end.close();
  }

  const serving = (async () => {
    for await (const near of listener) void proxy(near).catch(() => close(near));
  })();
  return {
    url: `http://${hostname}:${(listener.addr as Deno.NetAddr).port}`,
    hold: () => void (gate = Promise.withResolvers()),
    release: () => gate.resolve(),
    async [Symbol.asyncDispose]() {
      gate.resolve();
      listener.close();
      await serving.catch(() => {});
      for (const end of open) close(end);
    },
  };
}
