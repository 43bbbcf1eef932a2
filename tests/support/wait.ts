/**
 * Waiting for something to become true. The only timers of the test suite are in this file: a test
 * names the condition that it waits for and never sleeps for a guessed time.
 */

/**
 * So long a test waits for what must come, in ms. A quiet machine needs a hundredth of it: only
 * what never comes may fail, not what comes late because ten others share the machine.
 */
export const patienceMs = 120_000;

interface UntilOptions {
  /** Milliseconds until the wait fails; {@link patienceMs} unless told. */
  timeoutMs?: number;
  /** Named in the error: "the callback to arrive". */
  what?: string;
}

/**
 * Polls `condition` until it gives a truthy value, and returns that value. A condition that throws
 * counts as not met yet; the last thing it threw is the cause of the final error.
 *
 * @throws Error naming `what` once `timeoutMs` have passed.
 */
export async function until<T>(
  condition: () => T | Promise<T>,
  { timeoutMs = patienceMs, what = "a condition" }: UntilOptions = {},
): Promise<NonNullable<Exclude<T, false | 0 | "">>> {
  const startedAt = performance.now();
  let cause: unknown;
  for (let pauseMs = 5;; pauseMs = Math.min(pauseMs * 1.25, 100)) {
    const leftMs = Math.max(timeoutMs - (performance.now() - startedAt), 1);
    try {
      // A condition that hangs must not outlive the deadline either.
      const value = await deadline(Promise.resolve(condition()), leftMs, what);
      if (value) return value as NonNullable<Exclude<T, false | 0 | "">>;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    if (performance.now() - startedAt >= timeoutMs) throw tooLate(what, timeoutMs, cause);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/**
 * Resolves as `promise` does, or fails after `timeoutMs`. The promise itself goes on.
 * @throws Error naming `what`.
 */
export async function deadline<T>(
  promise: Promise<T>,
  timeoutMs: number,
  what: string,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate(what, timeoutMs)), timeoutMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

function tooLate(what: string, timeoutMs: number, cause?: unknown): Error {
  const last = cause instanceof Error ? ` Last error: ${cause.message}` : "";
  return new Error(`Waited ${timeoutMs} ms in vain for ${what}.${last}`, { cause });
}
