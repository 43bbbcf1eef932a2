/** The three forms of RFC 9110, 5.6.7; that of asctime names no zone and means GMT. */
const httpDate = /^\s*(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d\d:\d\d:\d\d/;

/** `Retry-After` (RFC 9110, 10.2.3) in milliseconds from now; 0 for none. */
export function retryAfterMs(header: string | undefined, now = Date.now()): number {
  if (header === undefined) return 0;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1_000;
  if (!httpDate.test(header)) return 0; // Date.parse alone would read "in 2099" as a date
  const at = Date.parse(header.includes("GMT") ? header : `${header} GMT`);
  return Number.isNaN(at) ? 0 : Math.max(0, at - now);
}
