import { addressOf, socketAddress } from "@/lib/http/request.ts";

/** Whom the app takes for the caller, and the other end of the connection. */
export interface ProxyView {
  address: string | null;
  socket: string | null;
  hasHeader: boolean;
}

const mostProbes = 10;
const name = "probe";

/** Calls that the operator's own command makes through the proxy, to see how they come in. */
export class ProxyProbes {
  #views = new Map<string, ProxyView | null>();

  /** @returns an id that marks the call, as `?probe=` */
  open(): string {
    const [oldest] = this.#views.keys();
    if (this.#views.size >= mostProbes) this.#views.delete(oldest!);
    const id = crypto.randomUUID();
    this.#views.set(id, null);
    return id;
  }

  see(req: Request, info: { remoteAddr?: unknown }, clientIpHeader: string | undefined): void {
    if (this.#views.size === 0 || !req.url.includes(name)) return;
    const id = URL.parse(req.url)?.searchParams.get(name) ?? "";
    if (!this.#views.has(id)) return;
    this.#views.set(id, {
      address: addressOf(req, info, clientIpHeader) ?? null,
      socket: socketAddress(info) ?? null,
      hasHeader: !!clientIpHeader && req.headers.has(clientIpHeader),
    });
  }

  close(id: string): ProxyView | null {
    const view = this.#views.get(id) ?? null;
    this.#views.delete(id);
    return view;
  }
}
