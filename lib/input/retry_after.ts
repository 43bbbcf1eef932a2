import { currentMs } from "@/lib/tools/clock.ts";
/** The three forms of RFC 9110, 5.6.7; that of asctime names no zone and means GMT. */
const httpDate = /^\s*(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d\d:\d\d:\d\d/;

/** `Retry-After` (RFC 9110, 10.2.3) in milliseconds from now; 0 for none. */
export function retryAfterMs(header: string | null | undefined, now = currentMs()): number {
  return waitOf(header, now) ?? 0;
}

export function asksToWait(header: string | null | undefined): boolean {
  return waitOf(header, 0) !== undefined;
}

function waitOf(header: string | null | undefined, now: number): number | undefined {
  if (header === null || header === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1_000;
  if (!httpDate.test(header)) return undefined; // Date.parse alone would read "in 2099" as a date
  const at = Date.parse(header.includes("GMT") ? header : `${header} GMT`);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
