const everyMs = 500;

/** Settles when the process that launched this one ends without a word, as by SIGKILL. */
export function orphaned(): Promise<void> {
  const launcher = Number(Deno.env.get("LAUNCHER_PID"));
  const { promise, resolve } = Promise.withResolvers<void>();
  if (!launcher) return promise;
  const asking = setInterval(() => {
    if (Deno.ppid === launcher) return;
    clearInterval(asking);
    resolve();
  }, everyMs);
  Deno.unrefTimer(asking);
  return promise;
}
