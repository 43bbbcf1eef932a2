import type { ClientRequest } from "node:http";
import type { Log } from "@/lib/tools/log.ts";
import { App, type AppRequest } from "./app.ts";

/** No process of the app takes a connection, or too many wait for one. */
export class NoApp extends Error {
  override name = "NoApp";
}

const advice = "GATEWAY_SECRET of this app differs from the gateway's: set the same for both " +
  "(docs/operating/two-machines.md), and restart the one that was wrong";

interface AppsOptions {
  log: Log;
  /** GATEWAY_SECRET, which each process of the app should have too. */
  secret?: string;
  /** How long a request waits while no process of the app listens. */
  waitMs?: number;
  lookMs?: number;
  /** Most requests that wait; their bodies stay with their callers. */
  mostWaiting?: number;
}

/**
 * The processes of the app behind the gateway. Those on the first one's host take turns; others are
 * asked while none of these is ready.
 */
export class Apps {
  #apps: App[];
  #near: Set<App>;
  #turn = 0;
  #waiting = new Set<() => void>();
  #waitMs: number;
  #mostWaiting: number;

  constructor(
    origins: readonly string[],
    { log, secret, waitMs = 15_000, lookMs = 1_000, mostWaiting = 1_000 }: AppsOptions,
  ) {
    this.#waitMs = waitMs;
    this.#mostWaiting = mostWaiting;
    const onState = ({ origin, state }: App) => {
      if (state === "other_secret") log.error("app_state", { app: origin, state, advice });
      else log.info("app_state", { app: origin, state });
      if (state !== "away") { for (const wake of this.#waiting) wake(); }
    };
    // There is nothing to choose among one.
    const options = origins.length > 1 ? { secret, lookMs, onState } : { secret, onState };
    this.#apps = origins.map((origin) => new App(origin, options));
    const [host] = origins.map(hostOf);
    this.#near = new Set(this.#apps.filter(({ origin }) => hostOf(origin) === host));
  }

  /** Number of requests that wait for the app to listen. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Opens a request, of which nothing is sent yet, at the next that is ready, else at one that
   * listens; waits while none does.
   * @param signal ends the wait
   * @throws NoApp
   */
  async open(call: AppRequest, signal?: AbortSignal): Promise<ClientRequest> {
    const until = performance.now() + this.#waitMs;
    for (let isLast = false;; isLast = performance.now() >= until) {
      // However busy the machine is, one look falls into the wait.
      if (isLast) await Promise.all(this.#apps.map((app) => app.look()));
      const app = this.#best();
      const outgoing = app ? await app.connect(call, signal) : await this.#listening(until, signal);
      if (outgoing) return outgoing;
      if (isLast || signal?.aborted) throw new NoApp("no app listens");
    }
  }

  /** Asks each app for at most `ms` whether it is ready. */
  async isReady(ms: number): Promise<boolean> {
    const { promise: late, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), ms);
    const looks = Promise.all(this.#apps.map((app) => app.look()));
    const isReady = looks.then(() => this.#apps.some(({ state }) => state === "ready"));
    return await Promise.race([isReady, late]).finally(() => clearTimeout(timer));
  }

  close(): void {
    for (const app of this.#apps) app.close();
    for (const wake of this.#waiting) wake();
  }

  #best(): App | undefined {
    const inState = (state: App["state"]) => this.#apps.filter((app) => app.state === state);
    const ready = inState("ready");
    const near = ready.filter((app) => this.#near.has(app));
    const eligible = near.length > 0 ? near : ready;
    if (eligible.length > 0) return eligible[this.#turn++ % eligible.length];
    return inState("unready")[0] ?? inState("other_secret")[0];
  }

  /** Settles when one listens, the time is up, or the caller has left. */
  async #listening(until: number, signal?: AbortSignal): Promise<void> {
    if (this.#waiting.size >= this.#mostWaiting) throw new NoApp("too many wait for the app");
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    const timer = setTimeout(resolve, until - performance.now());
    signal?.addEventListener("abort", () => resolve());
    await promise;
    clearTimeout(timer);
    this.#waiting.delete(resolve);
  }
}

function hostOf(origin: string): string {
  return new URL(origin).hostname;
}
