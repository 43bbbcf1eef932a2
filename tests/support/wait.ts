/**
 * Waiting for something to become true. The only timers of the test suite are in this file: a test
 * names the condition that it waits for and never sleeps for a guessed time.
 */

/**
 * So long a test waits for what must come, in ms. A quiet machine needs a hundredth of it: only
 * what never comes may fail, not what comes late because ten others share the machine.
 */
export const patienceMs = 600_000;

/** Waits count by the tick, in ms: a machine that stood still meanwhile has waited one. */
const tickMs = 1_000;

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
  let cause: unknown;
  let isOver = false;
  const poll = async () => {
    for (let pauseMs = 5; !isOver; pauseMs = Math.min(pauseMs * 1.25, 100)) {
      try {
        const value = await condition();
        if (value) return value as NonNullable<Exclude<T, false | 0 | "">>;
        cause = undefined;
      } catch (error) {
        cause = error;
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    throw new Error("nobody waits for it any more");
  };
  try {
    // A condition that hangs must not outlive the deadline either.
    return await deadline(poll(), timeoutMs, what, () => cause);
  } finally {
    isOver = true;
  }
}

/**
 * Resolves as `promise` does, or fails after `timeoutMs`. The promise itself goes on.
 * @throws Error naming `what`, with `cause`
 */
export async function deadline<T>(
  promise: Promise<T>,
  timeoutMs: number,
  what: string,
  cause?: () => unknown,
): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  let leftMs = timeoutMs;
  const timer = setInterval(() => {
    leftMs -= tickMs;
    if (leftMs <= 0) reject(tooLate(what, timeoutMs, cause?.()));
  }, Math.min(timeoutMs, tickMs));
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearInterval(timer);
  }
}

function tooLate(what: string, timeoutMs: number, cause?: unknown): Error {
  const last = cause instanceof Error ? ` Last error: ${cause.message}` : "";
  return new Error(`Waited ${timeoutMs} ms in vain for ${what}.${last}`, { cause });
}
