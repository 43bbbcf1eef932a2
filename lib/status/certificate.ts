import { connect } from "node:tls";
import type { Status } from "@/lib/status/status.ts";
import type { Gate } from "@/lib/tools/hold.ts";

const everyMs = 3_600_000;
const longestMs = 5_000;

/** Looks at the installation's own address, at most once an hour. */
export class Certificate {
  #looked: { at: number; end: Promise<Status["certificate"]> } | undefined;

  /** @param gate a copy that is held does not ask the original's address */
  constructor(private readonly publicUrl: string, private readonly gate: Gate) {}

  read(now = Date.now()): Promise<Status["certificate"]> {
    const url = URL.parse(this.publicUrl);
    if (url?.protocol !== "https:") return Promise.resolve(null);
    const isFresh = this.#looked && now - this.#looked.at < everyMs;
    if (!isFresh && !this.gate.isHeld) this.#looked = { at: now, end: readCertificate(url) };
    return this.#looked?.end ?? Promise.resolve(null);
  }
}

export interface Presented {
  endsAt: Date;
  /** Why browsers refuse it; null where they do not. */
  refusal: string | null;
}

/** One that is over or not trusted has an end too. Null where nobody answers in time. */
export function readCertificate({ hostname, port }: URL): Promise<Presented | null> {
  const { promise, resolve } = Promise.withResolvers<Presented | null>();
  const host = hostname.replace(/^\[|\]$/g, "");
  const servername = /^[\d.]+$|:/.test(host) ? undefined : host;
  const socket = connect({
    host,
    port: Number(port || 443),
    servername,
    rejectUnauthorized: false,
  });
  const timer = setTimeout(() => end(null), longestMs);
  function end(certificate: Presented | null): void {
    clearTimeout(timer);
    socket.destroy();
    resolve(certificate);
  }
  socket.once("error", () => end(null)).once("secureConnect", () => {
    const endsAt = new Date(socket.getPeerCertificate()?.valid_to ?? NaN);
    const refusal = socket.authorized ? null : String(socket.authorizationError);
    end(Number.isNaN(endsAt.getTime()) ? null : { endsAt, refusal });
  });
  return promise;
}
