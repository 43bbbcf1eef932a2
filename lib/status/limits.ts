/** What alerts and the doctor find too little. */
import type { DiskStatus } from "@/lib/status/status.ts";

export const leastFree = { share: 0.1, bytes: 2_000_000_000 };
/** So long before its end a certificate should have been renewed. */
export const certificateSeconds = 14 * 86_400;

/** Clocks of two machines may differ by so much. */
export const maxSkewSeconds = 2;

/** Seconds by which the server is ahead; what the answer took is not counted. */
export function skewOf(
  now: Date,
  { askedAt, answeredAt }: { askedAt: number; answeredAt: number },
): number {
  const at = now.getTime();
  if (at < askedAt) return (at - askedAt) / 1_000;
  return at > answeredAt ? (at - answeredAt) / 1_000 : 0;
}

/** A file of then was made by a clock that is wrong, or the clock was put back since. */
export function isAhead(madeAt: Date, now: Date): boolean {
  return madeAt.getTime() > now.getTime() + 60_000;
}

export function isNearlyFull({ freeBytes, bytes }: Omit<DiskStatus, "place">): boolean {
  return freeBytes < leastFree.bytes || freeBytes < leastFree.share * bytes;
}
