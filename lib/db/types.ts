/** Makes both drivers read alike; an int8 beyond 2^53 is an error, not a rounding. */
export const parsers: Record<number, (text: string) => unknown> = {
  20: int8,
  1700: Number,
  1184: instant,
  1082: (text) => text,
  114: JSON.parse,
  3802: JSON.parse,
};

function int8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 out of range: ${text}`);
  return value;
}

/** Sessions run in UTC with ISO dates: "2026-11-20 10:20:51.123456+00". */
function instant(text: string): Date {
  if (text[4] === "-" && text[0] !== "0" && text.endsWith("+00")) return usualInstant(text);
  const value = new Date(text.replace(" ", "T").replace(/\+00$/, "Z"));
  if (Number.isNaN(value.getTime())) throw new RangeError(`timestamptz out of range: ${text}`);
  return value;
}

/** Takes half the time of `Date`'s own reader, of years from 1000 to 9999. */
function usualInstant(text: string): Date {
  const digits = Math.min(3, Math.max(0, text.length - "2026-11-20 10:20:51.+00".length));
  const ms = part(text, 20, digits) * 10 ** (3 - digits);
  const [hours, minutes, seconds] = [part(text, 11), part(text, 14), part(text, 17)];
  const [year, month, day] = [part(text, 0, 4), part(text, 5) - 1, part(text, 8)];
  return new Date(Date.UTC(year, month, day, hours, minutes, seconds, ms));
}

function part(text: string, from: number, digits = 2): number {
  let value = 0;
  for (let at = from; at < from + digits; at++) value = 10 * value + text.charCodeAt(at) - 48;
  return value;
}
