import type { PostResult } from "@/lib/outbound/outbound.ts";
import { asksToWait, retryAfterMs } from "@/lib/input/retry_after.ts";

const jitter = 0.2;
const overloadMs = 60_000;
const maxWaitMs = 24 * 3_600_000;

const shortWaits = 5;

/**
 * ±20 %; after a 429 or a time-out at least a minute; `Retry-After` is honoured up to a day, and that
 * of the first 429s is the wait itself: of all, it would use up the schedule in minutes.
 * @param attempt of the schedule, from 1
 * @returns undefined where the schedule has run out
 */
export function retryDelayMs(
  delaysMs: readonly number[],
  attempt: number,
  result: Pick<PostResult, "status" | "retryAfter"> & { outcome: string },
  random = Math.random(),
): number | undefined {
  const delayMs = delaysMs[attempt - 1];
  if (delayMs === undefined) return undefined;
  const planned = delayMs * (1 - jitter + 2 * jitter * random);
  if (result.status === 429 && attempt <= shortWaits && asksToWait(result.retryAfter)) {
    return Math.max(1_000, Math.min(retryAfterMs(result.retryAfter), maxWaitMs));
  }
  const overloaded = result.status === 429 || result.outcome === "timeout";
  const wantedMs = Math.min(retryAfterMs(result.retryAfter), maxWaitMs);
  return Math.round(Math.max(planned, overloaded ? overloadMs : 0, wantedMs));
}
