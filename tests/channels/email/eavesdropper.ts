/** Between the service and Dovecot: hears what is asked, before Dovecot does. */
import { authorityPem, certificateFor } from "../../support/certificates.ts";
import type { Dovecot } from "./dovecot.ts";

/** @param heard is waited for before Dovecot gets what the service said */
export function startEavesdropper(
  { tlsPort }: Dovecot,
  heard: (line: string) => Promise<void>,
): Pick<Dovecot, "tlsPort"> & AsyncDisposable {
  const hostname = "127.0.0.1";
  const listener = Deno.listenTls({ hostname, port: 0, ...certificateFor() });
  const open = new Set<Deno.Conn>();

  async function pump(from: Deno.Conn, into: Deno.Conn, hear?: typeof heard): Promise<void> {
    const buffer = new Uint8Array(65_536);
    for (let length; (length = await from.read(buffer)) !== null;) {
      await hear?.(new TextDecoder().decode(buffer.subarray(0, length)));
      for (let at = 0; at < length;) at += await into.write(buffer.subarray(at, length));
    }
  }

  async function forward(near: Deno.Conn): Promise<void> {
    open.add(near);
    const caCerts = [authorityPem()];
    const far = await Deno.connectTls({ hostname: "localhost", port: tlsPort, caCerts });
    open.add(far);
    await Promise.race([pump(near, far, heard), pump(far, near)].map((one) => one.catch(() => {})));
    for (const end of [near, far]) close(end);
  }

  function close(end: Deno.Conn): void {
    if (open.delete(end)) end.close();
  }

  const serving = (async () => {
    for await (const near of listener) void forward(near).catch(() => close(near));
  })();
  return {
    tlsPort: (listener.addr as Deno.NetAddr).port,
    async [Symbol.asyncDispose]() {
      listener.close();
      await serving.catch(() => {});
      for (const end of open) close(end);
    },
  };
}
