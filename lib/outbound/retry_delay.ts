import type { PostResult } from "@/lib/outbound/outbound.ts";
import { retryAfterMs } from "@/lib/outbound/retry_after.ts";

const jitter = 0.2;
const overloadMs = 60_000;
const maxWaitMs = 24 * 3_600_000;

/**
 * Until the next attempt by a schedule, ±20 %; after a 429 or a time-out at least a minute, and
 * `Retry-After` honoured up to a day. Undefined where the schedule has run out.
 * @param delaysMs waits after the first, second, … attempt
 * @param attempt of the schedule, from 1
 * @param random 0 to 1, for the jitter
 */
export function retryDelayMs(
  delaysMs: readonly number[],
  attempt: number,
  result: PostResult,
  random = Math.random(),
): number | undefined {
  const delayMs = delaysMs[attempt - 1];
  if (delayMs === undefined) return undefined;
  const planned = delayMs * (1 - jitter + 2 * jitter * random);
  const overloaded = result.status === 429 || result.outcome === "timeout";
  const asked = Math.min(retryAfterMs(result.retryAfter), maxWaitMs);
  return Math.round(Math.max(planned, overloaded ? overloadMs : 0, asked));
}
