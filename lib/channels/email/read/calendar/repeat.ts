import type { Line } from "@/lib/channels/email/read/calendar/ical_lines.ts";
import { daysOf } from "@/lib/channels/email/read/calendar/repeat_days.ts";
import { type Repeat, type Weekday, weekdays } from "@/lib/channels/email/read/calendar/rule.ts";

export interface RepeatStart {
  day: Temporal.PlainDate;
  /** Null for whole days. */
  time: Temporal.PlainTime | null;
  timeZone: string;
}

type Time = Temporal.PlainDate | Temporal.ZonedDateTime;

const longestRule = 500;
const mostCounted = 5_000;
const mostEvery = 366;
const readableParts = new Set(["FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST"])
  .union(new Set(["BYDAY", "BYMONTHDAY", "BYMONTH", "BYSETPOS"]));

/** @param timeOf reads UNTIL, which is a day or a time on any clock */
export function repeatOf(
  line: Line | undefined,
  start: RepeatStart,
  { isPlain, timeOf }: { isPlain: boolean; timeOf: (value: string) => Time | null },
): Repeat | null {
  if (!line) return null;
  const parts = partsOf(line.value.slice(0, longestRule).toUpperCase());
  const [every, count] = ["INTERVAL", "COUNT"].map((name) => wholeOf(parts.get(name)));
  const until = untilDay(timeOf(parts.get("UNTIL") ?? ""), start);
  const common = {
    weekStart: weekdayOf(parts.get("WKST") ?? "") ?? "mo",
    until,
    count: count ?? null,
    timeZone: start.timeZone,
  };
  const isRead = [...parts.keys()].every((name) => readableParts.has(name)) &&
    every !== null && (every ?? 1) <= mostEvery && count !== null &&
    parts.has("UNTIL") === (until !== null);
  const cycle = isRead ? cycleOf(parts, start.day) : null;
  const isDaily = cycle?.freq === "daily" && cycle.weekdays !== null;
  if (!cycle || isDaily && every !== undefined && every !== 1) {
    return { ...common, ...otherCycle, every: 1, last: until, isPlain: false };
  }
  const freq = isDaily ? "weekly" : cycle.freq;
  const rule = { ...common, ...cycle, freq, every: every ?? 1, isPlain };
  return { ...rule, last: lastDay(rule, start.day) };
}

function partsOf(rule: string): Map<string, string> {
  const parts = rule.split(";").filter((part) => part.includes("="));
  return new Map(parts.map((part) => {
    const at = part.indexOf("=");
    return [part.slice(0, at).trim(), part.slice(at + 1).trim()];
  }));
}

type Cycle = Pick<Repeat, "freq" | "weekdays" | "monthDay" | "nth">;

const noDays = { weekdays: null, monthDay: null, nth: null };
const otherCycle: Cycle = { ...noDays, freq: "other" };

interface By {
  days?: (PlacedDay | null)[];
  months?: (number | null)[];
  monthDays?: (number | null)[];
  places?: (number | null)[];
}

function cycleOf(parts: ReadonlyMap<string, string>, start: Temporal.PlainDate): Cycle | null {
  const numbers = (name: string) => parts.get(name)?.split(",").map(signedOf);
  const by: By = {
    days: parts.get("BYDAY")?.split(",").map(placedDay),
    months: numbers("BYMONTH"),
    monthDays: numbers("BYMONTHDAY"),
    places: numbers("BYSETPOS"),
  };
  switch (parts.get("FREQ")) {
    case "DAILY":
      return onWeekdays("daily", by, null);
    case "WEEKLY":
      return onWeekdays("weekly", by, [weekdays[start.dayOfWeek - 1]!]);
    case "MONTHLY":
      return by.months ? null : by.days ? onNth("monthly", by) : onMonthDay(by, start);
    case "YEARLY":
      if (by.months && !isOnly(by.months, start.month)) return null;
      if (by.days) return by.months ? onNth("yearly", by) : null;
      return onYearDay(by, start);
    default:
      return null;
  }
}

function onWeekdays(
  freq: "daily" | "weekly",
  { days, ...others }: By,
  usual: Weekday[] | null,
): Cycle | null {
  if (Object.values(others).some(Boolean)) return null;
  if (!days) return { ...noDays, freq, weekdays: usual };
  if (days.some((day) => !day || day.place !== null)) return null;
  return {
    ...noDays,
    freq,
    weekdays: weekdays.filter((name) => days.some((day) => day!.weekday === name)),
  };
}

function onNth(freq: "monthly" | "yearly", { days, monthDays, places }: By): Cycle | null {
  const [day, ...more] = days!;
  if (!day || more.length > 0 || monthDays || places && day.place !== null) return null;
  const place = places ? places.length === 1 ? places[0]! : null : day.place;
  const isNth = place !== null && (place === -1 || place >= 1 && place <= 5);
  return isNth ? { ...noDays, freq, nth: { place, weekday: day.weekday } } : null;
}

function onMonthDay({ monthDays, places }: By, start: Temporal.PlainDate): Cycle | null {
  const [day = start.day, ...more] = monthDays ?? [];
  const isDay = day !== null && (day === -1 || day >= 1 && day <= 31);
  return isDay && more.length === 0 && !places
    ? { ...noDays, freq: "monthly", monthDay: day }
    : null;
}

function onYearDay({ months, monthDays, places }: By, start: Temporal.PlainDate): Cycle | null {
  const isThatDay = !monthDays || months && isOnly(monthDays, start.day);
  return isThatDay && !places ? { ...noDays, freq: "yearly" } : null;
}

function isOnly(values: readonly (number | null)[], value: number): boolean {
  return values.length === 1 && values[0] === value;
}

interface PlacedDay {
  place: number | null;
  weekday: Weekday;
}

function placedDay(text: string): PlacedDay | null {
  const [, place, name] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text.trim()) ?? [];
  const weekday = weekdayOf(name ?? "");
  return weekday ? { place: place === undefined ? null : Number(place), weekday } : null;
}

function weekdayOf(name: string): Weekday | undefined {
  return weekdays.find((day) => day.toUpperCase() === name);
}

/** Undefined where there is none, null where it is none. */
function wholeOf(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  return /^\d{1,5}$/.test(text) && Number(text) > 0 ? Number(text) : null;
}

function signedOf(text: string): number | null {
  return /^[+-]?\d{1,3}$/.test(text.trim()) ? Number(text) : null;
}

/** The last day on which it may begin; an instant before that day's time is of the day before. */
function untilDay(until: Time | null, { time, timeZone }: RepeatStart): string | null {
  if (until === null || until instanceof Temporal.PlainDate) return until?.toString() ?? null;
  const local = until.withTimeZone(timeZone);
  const day = local.toPlainDate();
  const isBefore = time !== null && Temporal.PlainTime.compare(local.toPlainTime(), time) < 0;
  return (isBefore ? day.subtract({ days: 1 }) : day).toString();
}

function lastDay(rule: Omit<Repeat, "last">, start: Temporal.PlainDate): string | null {
  const { until, count } = rule;
  if (count === null || count > mostCounted) return until;
  let remaining = count;
  for (const day of daysOf(rule, { first: start, from: start, mostCycles: mostCounted })) {
    const last = day.toString();
    if (until !== null && last > until) return until;
    if (--remaining === 0) return last;
  }
  return until;
}
