/** What alerts and the doctor find too little. */
import type { DiskStatus } from "@/lib/status/status.ts";

export const leastFree = { share: 0.1, bytes: 2_000_000_000 };
/** So long before its end a certificate should have been renewed. */
export const certificateSeconds = 14 * 86_400;

/** A file of then was made by a clock that is wrong, or the clock was put back since. */
export function isAhead(madeAt: Date, now: Date): boolean {
  return madeAt.getTime() > now.getTime() + 60_000;
}

export function isNearlyFull({ freeBytes, bytes }: Omit<DiskStatus, "place">): boolean {
  return freeBytes < leastFree.bytes || freeBytes < leastFree.share * bytes;
}
