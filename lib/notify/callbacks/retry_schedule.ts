import type { PostResult } from "@/lib/outbound/outbound.ts";
import { retryDelayMs } from "@/lib/outbound/retry_delay.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Waits after the first, second, … attempt: 12 attempts in about 76 hours. */
export const delaysMs = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
export const maxAttempts = delaysMs.length + 1;

export type Verdict =
  | { status: "delivered" | "failed" | "gone" }
  | { status: "pending"; delayMs: number };

/**
 * A 2xx delivers, 410 ends it, anything else is retried by the schedule, ±20 %; a 429 or a time-out
 * after at least a minute, `Retry-After` honoured up to a day.
 * @param attempt of the schedule, from 1
 * @param random 0 to 1, for the jitter
 */
export function judge(attempt: number, result: PostResult, random = Math.random()): Verdict {
  const { status } = result;
  if (status !== undefined && status >= 200 && status < 300) return { status: "delivered" };
  if (status === 410) return { status: "gone" };
  const delayMs = retryDelayMs(delaysMs, attempt, result, random);
  return delayMs === undefined ? { status: "failed" } : { status: "pending", delayMs };
}
