import type { PostResult } from "@/lib/outbound/outbound.ts";
import { asksToWait, retryAfterMs } from "@/lib/input/retry_after.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Waits after the first, second, … attempt; from then on it is hourly. */
export const delaysMs = [
  second,
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
];
const jitter = 0.2;

export type Verdict =
  /** `unwanted` was not sent: answered, read, replaced, cancelled or expired meanwhile. */
  | { kind: "accepted" | "refused" | "gone" | "over" | "unwanted" }
  /** On hold until the quiet hours end. */
  | { kind: "held"; until: Date }
  | { kind: "later"; delayMs: number };

/**
 * A 2xx accepts (RFC 8030, 5), 404 and 410 end the subscription, 429, 5xx and no answer are retried
 * until the notification ends, ±20 % and not before `Retry-After`, which is the wait itself for the
 * first 429s; others refuse.
 * @param attempt from 1
 * @param random 0 to 1, for the jitter
 */
export function judge(
  attempt: number,
  result: PostResult,
  leftMs: number,
  random = Math.random(),
): Exclude<Verdict, { kind: "held" }> {
  const { outcome, status } = result;
  if (outcome === "refused_address") return { kind: "refused" };
  if (status !== undefined) {
    if (status >= 200 && status < 300) return { kind: "accepted" };
    if (status === 404 || status === 410) return { kind: "gone" };
    if (status !== 429 && status < 500) return { kind: "refused" };
  }
  const planned = (delaysMs[attempt - 1] ?? hour) * (1 - jitter + 2 * jitter * random);
  const askedMs = retryAfterMs(result.retryAfter);
  const isExact = status === 429 && attempt <= delaysMs.length && asksToWait(result.retryAfter);
  const delayMs = Math.round(isExact ? Math.max(second, askedMs) : Math.max(planned, askedMs));
  return delayMs < leftMs ? { kind: "later", delayMs } : { kind: "over" };
}
