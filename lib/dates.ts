/** Days of the calendar, `YYYY-MM-DD`, as a company's time zone has them. */

/** The day that it is in the time zone at an instant. */
export function dayIn(timezone: string, at: Date): string {
  return new Intl.DateTimeFormat("en-CA", {
    timeZone: timezone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(at);
}

/** The day so many days later. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/**
 * The instant at which the clocks of the time zone show `local`, `YYYY-MM-DDTHH:MM`: the first of
 * two where they go back, an hour later where they skip it.
 */
export function instantIn(timezone: string, local: string): Date {
  const shown = Date.parse(`${local}:00Z`);
  const before = offsetIn(timezone, shown - 86_400_000);
  const after = offsetIn(timezone, shown + 86_400_000);
  const [first, second] = [shown - before, shown - after];
  const isSecond = offsetIn(timezone, first) !== before && offsetIn(timezone, second) === after;
  return new Date(isSecond ? second : first);
}

/** How far the clocks of the time zone are ahead of UTC at an instant; in milliseconds. */
function offsetIn(timezone: string, at: number): number {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone: timezone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  }).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)!.value;
  return Date.parse(
    `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}:` +
      `${part("second")}Z`,
  ) - at;
}
