import { describeError, type Log } from "@/lib/tools/log.ts";

const shortestPauseMs = 50;
const longestPauseMs = 1_000;
const sayEveryMs = 60_000;

type Server = Pick<Deno.HttpServer, "finished" | "shutdown">;

/** A listener that can be shut down. */
export interface Listening {
  /** Takes no more connections; settles when the requests that it has are answered. */
  shutdown(): Promise<void>;
}

/**
 * Listens, and listens again where the listener ends by itself: it does once the process has no
 * file descriptor left for a connection. The server of before is then shut down, which closes
 * connections that ask nothing and so frees descriptors; requests on the others are answered.
 * @param open starts a server
 * @throws Error the first one did not start
 */
export function keepListening(open: () => Server, log: Log): Listening {
  const draining = new Set<Promise<void>>();
  let current: Server | undefined = open();
  let isStopping = false;
  let pauseMs = shortestPauseMs;
  let loggedAt = -sayEveryMs;

  function drain(server: Server): Promise<void> {
    const drained = server.shutdown().catch(() => {}).finally(() => draining.delete(drained));
    draining.add(drained);
    return drained;
  }

  function say(error: unknown): void {
    if (performance.now() - loggedAt < sayEveryMs) return;
    loggedAt = performance.now();
    log.error("listener_ended", { note: "It listens again.", ...describeError(error) });
  }

  /** Pauses get longer while it ends again at once. */
  async function pause(listenedMs: number): Promise<void> {
    pauseMs = listenedMs > 10 * longestPauseMs
      ? shortestPauseMs
      : Math.min(2 * pauseMs, longestPauseMs);
    await new Promise((resolve) => Deno.unrefTimer(setTimeout(resolve, pauseMs)));
  }

  async function watch(): Promise<void> {
    let since = performance.now();
    while (!isStopping) {
      try {
        current ??= open();
        since = performance.now();
        await current.finished;
        if (!isStopping) throw new Error("it ended without an error");
      } catch (error) {
        if (isStopping) return;
        say(error);
        if (current) drain(current);
        current = undefined;
        await pause(performance.now() - since);
      }
    }
  }

  watch();
  return {
    async shutdown() {
      isStopping = true;
      if (current) drain(current);
      await Promise.all(draining);
    },
  };
}
