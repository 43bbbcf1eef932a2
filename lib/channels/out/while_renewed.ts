import { describeError, type Log } from "@/lib/tools/log.ts";

const everyMs = 15_000;

/** Does the work, and renews its lease for as long as that takes. */
export async function whileRenewed<T>(
  work: () => Promise<T>,
  renew: () => Promise<void>,
  { log, spaceMs = everyMs }: { log: Pick<Log, "warn">; spaceMs?: number },
): Promise<T> {
  let renewal: Promise<void> | undefined;
  const timer = setInterval(() => {
    renewal ??= renew()
      .catch((error) => log.warn("lease_not_renewed", describeError(error)))
      .finally(() => renewal = undefined);
  }, spaceMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await renewal;
  }
}
