import type { AlertRow } from "@/lib/alerts/state.ts";
import { parseNets } from "@/lib/outbound/addresses.ts";
import { post } from "@/lib/outbound/outbound.ts";
import type { Gate } from "@/lib/tools/hold.ts";
import type { Log } from "@/lib/tools/log.ts";

const beatMs = 30_000;
/** The operator's own address, which no company can choose. */
const anywhere = parseNets("0.0.0.0/0,::/0");

interface HeartbeatOptions {
  url: string;
  gate: Gate;
  log: Log;
  current(): readonly AlertRow[];
}

/** Asks an address as long as all is well: whoever watches it hears of what cannot be told. */
export class Heartbeat {
  #timer: ReturnType<typeof setInterval> | undefined;
  #running: Promise<void> | undefined;
  #stopping = new AbortController();
  #hasFailed = false;

  constructor(private readonly options: HeartbeatOptions) {}

  start(): void {
    this.#timer ??= setInterval(() => this.beat(), beatMs);
    Deno.unrefTimer(this.#timer);
    void this.beat();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#running;
  }

  beat(): Promise<void> {
    return this.#running ??= this.#beat().finally(() => this.#running = undefined);
  }

  async #beat(): Promise<void> {
    const { url, gate, log, current } = this.options;
    if (gate.isHeld || current().some((row) => row.class === "down")) return;
    const { outcome, status } = await post({
      ...{ url, gate, method: "GET", headers: { "User-Agent": "relevo" }, body: new Uint8Array() },
      ...{ allow: anywhere, companyId: 0, signal: this.#stopping.signal },
    });
    if (outcome === "aborted" || outcome === "held") return;
    const isWell = outcome === "status" && status < 400;
    if (!isWell && !this.#hasFailed) log.warn("heartbeat_failed", { outcome, status });
    this.#hasFailed = !isWell;
  }
}
