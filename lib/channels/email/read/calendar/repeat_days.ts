import { type Repeat, type Weekday, weekdays } from "@/lib/channels/email/read/calendar/rule.ts";

/** The days of a calendar's rule. Pure: the clock is given. */

type Rule = Pick<Repeat, "freq" | "every" | "weekdays" | "weekStart" | "monthDay" | "nth">;
type Day = Temporal.PlainDate;

const lastYear = 9_999;

interface Range {
  first: Day;
  from: Day;
  mostCycles: number;
}

/** Yields days from a cycle before `from` on; a month without the day has none (RFC 5545, 3.3.10). */
export function* daysOf(rule: Rule, { first, from, mostCycles }: Range): Generator<Day> {
  const ahead = Math.floor(cyclesBetween(rule, first, from) / rule.every) - 1;
  for (let n = 0; n < mostCycles; n++) {
    for (const day of daysIn(rule, first, (Math.max(0, ahead) + n) * rule.every)) {
      if (day.year > lastYear) return;
      if (Temporal.PlainDate.compare(day, first) >= 0) yield day;
    }
  }
}

function cyclesBetween({ freq, weekStart }: Rule, first: Day, from: Day): number {
  if (Temporal.PlainDate.compare(from, first) <= 0) return 0;
  if (freq === "daily") return first.until(from, { largestUnit: "day" }).days;
  if (freq === "weekly") {
    return beginOfWeek(first, weekStart).until(from, { largestUnit: "week" }).weeks;
  }
  const years = from.year - first.year;
  return freq === "yearly" ? years : years * 12 + from.month - first.month;
}

function daysIn(rule: Rule, first: Day, cycles: number): Day[] {
  const { freq, weekStart, nth, monthDay } = rule;
  if (freq === "other") return [];
  if (freq === "daily") return [first.add({ days: cycles })];
  if (freq === "weekly") {
    const begin = beginOfWeek(first, weekStart).add({ weeks: cycles });
    return Array.from({ length: 7 }, (_, days) => begin.add({ days }))
      .filter((day) => rule.weekdays!.includes(weekdays[day.dayOfWeek - 1]!));
  }
  const month = first.toPlainYearMonth()
    .add(freq === "yearly" ? { years: cycles } : { months: cycles });
  const day = nth ? nthDay(month, nth) : dayOf(month, monthDay ?? first.day);
  return day ? [day] : [];
}

function beginOfWeek(day: Day, weekStart: Weekday): Day {
  return day.subtract({ days: (day.dayOfWeek - 1 - weekdays.indexOf(weekStart) + 7) % 7 });
}

function dayOf(month: Temporal.PlainYearMonth, day: number): Day | null {
  if (day === -1) return month.toPlainDate({ day: month.daysInMonth });
  return day > month.daysInMonth ? null : month.toPlainDate({ day });
}

function nthDay(
  month: Temporal.PlainYearMonth,
  { place, weekday }: NonNullable<Repeat["nth"]>,
): Day | null {
  const begin = month.toPlainDate({ day: 1 });
  const earliest = 1 + (weekdays.indexOf(weekday) + 1 - begin.dayOfWeek + 7) % 7;
  const last = earliest + 7 * Math.floor((month.daysInMonth - earliest) / 7);
  return dayOf(month, place === -1 ? last : earliest + 7 * (place - 1));
}
