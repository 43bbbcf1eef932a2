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
  const value = new Date(text.replace(" ", "T").replace(/\+00$/, "Z"));
  if (Number.isNaN(value.getTime())) throw new RangeError(`timestamptz out of range: ${text}`);
  return value;
}
