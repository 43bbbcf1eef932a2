/** Ctrl+C comes twice, passed on by the launcher too: within this it is one. */
const sameKeyMs = 1_000;

type StopReason = "SIGTERM" | "SIGINT" | "launcher_ended";

export interface StopRequest {
  reason: Promise<StopReason>;
  /** Waits for the seconds, less where the launcher has ended. */
  wait(seconds: number): Promise<void>;
}

/** Hears that the process is asked to stop; an interrupt ends one that stops already (0072). */
export function hearStop(orphaned: Promise<void>): StopRequest {
  const { promise: reason, resolve } = Promise.withResolvers<StopReason>();
  let stopsSince: number | undefined;
  const note = (one: StopReason) => {
    stopsSince ??= performance.now();
    resolve(one);
  };
  Deno.addSignalListener("SIGTERM", () => note("SIGTERM"));
  Deno.addSignalListener("SIGINT", () => {
    if (stopsSince !== undefined && performance.now() - stopsSince >= sameKeyMs) Deno.exit(130);
    note("SIGINT");
  });
  orphaned.then(() => note("launcher_ended"));
  return {
    reason,
    async wait(seconds) {
      const { promise: passed, resolve: pass } = Promise.withResolvers<void>();
      const timer = setTimeout(pass, seconds * 1_000);
      await Promise.race([passed, orphaned]);
      clearTimeout(timer);
    },
  };
}
