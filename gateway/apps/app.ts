import { Agent, type ClientRequest, request } from "node:http";
import type { Socket } from "node:net";
import { setImmediate } from "node:timers";

/** Readiness as the app answers; `away` takes no connection, `other_secret` is of another gateway. */
export type AppState = "ready" | "unready" | "other_secret" | "away";

export interface AppRequest {
  method?: string;
  path?: string;
  headers?: Record<string, string | string[]>;
}

/** A machine that does not answer; one that refuses says so at once. */
const connectMs = 5_000;
/** Is there for who has the secret alone. */
const secretPath = "/api/gateway/may-enter";
/** `/readyz` answers within 3 s. */
const lookLimitMs = 4_000;
const awayLookMs = 250;
/** One of another gateway is asked again after so long. */
const secretLookMs = 5_000;

interface AppOptions {
  /** The gateway's, which the app should have too. Without one nobody asks. */
  secret?: string;
  /** Pause between looks while it answers; without it, it is looked at only while it is away. */
  lookMs?: number;
  onState: (app: App) => void;
}

/** One process of the app, and what the gateway knows of it. */
export class App {
  state: AppState = "ready";
  #agent = new Agent({ keepAlive: true });
  #hostname: string;
  #port: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looking: Promise<void> | undefined;
  #isClosed = false;
  #secretCheck: { isSame: boolean; at: number } | undefined;

  constructor(readonly origin: string, private readonly options: AppOptions) {
    ({ hostname: this.#hostname, port: this.#port } = new URL(origin));
    if (options.secret || options.lookMs) this.look();
  }

  /**
   * Opens a request of which nothing is sent yet.
   * @returns null where no connection was made, or the one that was kept had ended
   */
  async connect(call: AppRequest, signal?: AbortSignal): Promise<ClientRequest | null> {
    const outgoing = this.#request(call, this.#agent);
    const isConnected = await connected(outgoing, signal);
    const isReused = outgoing.reusedSocket;
    if (isConnected) {
      // Else Deno sends it again on a new connection where this one breaks, or is broken off here.
      outgoing.reusedSocket = false;
      // So says one that is about to stop.
      outgoing.once("response", ({ headers }) => {
        if (headers.connection === "close" && this.options.lookMs) this.look();
      });
      return outgoing;
    }
    if (isReused || signal?.aborted) return null;
    this.#note("away");
    this.look();
    return null;
  }

  /** Asks whether it is ready, and goes on asking as long as that may change unheard. */
  look(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#looking ??= this.#askState().then((state) => {
      this.#looking = undefined;
      this.#note(state);
      this.#lookLater();
    });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#agent.destroy();
  }

  #lookLater(): void {
    const usualMs = this.options.lookMs ??
      (this.state === "other_secret" ? secretLookMs : undefined);
    const pauseMs = this.state === "away" ? awayLookMs : usualMs;
    if (pauseMs === undefined || this.#isClosed) return;
    this.#timer = setTimeout(() => this.look(), pauseMs);
    Deno.unrefTimer(this.#timer);
  }

  #note(state: AppState): void {
    if (state === "away") this.#secretCheck = undefined;
    if (this.#isClosed || state === this.state) return;
    this.state = state;
    this.options.onState(this);
  }

  #request(call: AppRequest, agent: Agent | false): ClientRequest {
    return request({ agent, hostname: this.#hostname, port: this.#port, ...call });
  }

  async #askState(): Promise<AppState> {
    const status = await this.#statusOf({ path: "/readyz" });
    if (status === "away") return status;
    if (!await this.#hasOurSecret()) return "other_secret";
    return status === 200 ? "ready" : "unready";
  }

  /** True too where nothing says that it has not. */
  async #hasOurSecret(): Promise<boolean> {
    const { secret } = this.options;
    if (!secret) return true;
    const check = this.#secretCheck;
    if (check && (check.isSame || performance.now() < check.at + secretLookMs)) return check.isSame;
    const headers = { authorization: `Bearer ${secret}` };
    const status = await this.#statusOf({ method: "OPTIONS", path: secretPath, headers });
    if (status !== 204 && status !== 404) return true;
    this.#secretCheck = { isSame: status === 204, at: performance.now() };
    return status === 204;
  }

  /** @returns 0 where it does not answer in time */
  async #statusOf(call: AppRequest): Promise<number | "away"> {
    const asking = this.#request(call, false);
    if (!await connected(asking)) return "away";
    return await new Promise((resolve) => {
      const timer = setTimeout(() => asking.destroy(), lookLimitMs);
      asking.on("response", (reply) => {
        reply.resume();
        resolve(reply.statusCode ?? 0);
      });
      asking.on("error", () => resolve(0));
      asking.on("close", () => {
        clearTimeout(timer);
        resolve(0);
      });
      asking.end();
    });
  }
}

/** Waits for a request's connection; a request without one is destroyed. */
function connected(outgoing: ClientRequest, signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isConnected: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", fail);
      if (!isConnected) outgoing.destroy();
      resolve(isConnected);
    };
    const fail = () => settle(false);
    const timer = setTimeout(fail, connectMs);
    signal?.addEventListener("abort", fail);
    if (signal?.aborted) return fail();
    outgoing.on("error", fail);
    outgoing.once("socket", (socket: Socket) => {
      if (socket.connecting) socket.once("connect", () => settle(true));
      // Its end may have come and wait to be read.
      else setImmediate(() => settle(!socket.destroyed && socket.writable));
    });
  });
}
