import { addDays, dayIn, instantIn, weekdayOf } from "@/lib/values/dates.ts";

export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof weekdays)[number];

/** `HH:MM` to `HH:MM`, by day; a day that is absent is closed. */
export type OpeningHours = Partial<Record<Weekday, [from: string, to: string][]>>;

/** A company's working hours and holidays, in its time zone. */
export interface WorkingTime {
  /** Null: open at every minute. */
  hours: OpeningHours | null;
  closedDays: readonly string[];
  timezone: string;
}

export const mostOpeningsADay = 6;
/** Minutes that a customer may wait at most: a week of days and nights. */
export const longestUnanswered = 10_080;
const mostDays = 1_500;
const minuteMs = 60_000;

export function isWorkingDay(time: WorkingTime, day: string): boolean {
  return openOn(time, day).length > 0;
}

/** Adds minutes of working time; null where the result is years away. */
export function afterWorkingMinutes(
  time: WorkingTime,
  since: Date,
  minutes: number,
  opensOn = (day: string) => openingsOn(time, day),
): Date | null {
  let leftMs = minutes * minuteMs;
  const first = dayIn(time.timezone, since);
  for (let ahead = 0; ahead < mostDays; ahead++) {
    for (const [begin, end] of opensOn(addDays(first, ahead))) {
      const from = Math.max(begin, since.getTime());
      if (from >= end) continue;
      if (from + leftMs <= end) return new Date(from + leftMs);
      leftMs -= end - from;
    }
  }
  return null;
}

export function workingClock(time: WorkingTime, minutes: number): (since: Date) => Date | null {
  const openingsByDay = new Map<string, [number, number][]>();
  const opensOn = (day: string) => {
    const openings = openingsByDay.get(day) ?? openingsOn(time, day);
    openingsByDay.set(day, openings);
    return openings;
  };
  return (since) => afterWorkingMinutes(time, since, minutes, opensOn);
}

/** A day's openings in milliseconds of the epoch; they do not overlap. */
function openingsOn(time: WorkingTime, day: string): [number, number][] {
  const instantOf = (clock: string) =>
    instantIn(time.timezone, clock === "24:00" ? `${addDays(day, 1)}T00:00` : `${day}T${clock}`)
      .getTime();
  let last = -Infinity;
  return openOn(time, day).map(([from, to]) => {
    // An hour that clocks skip counts as the one after it.
    const begin = Math.max(instantOf(from), last);
    last = Math.max(instantOf(to), begin);
    return [begin, last];
  });
}

function openOn({ hours, closedDays }: WorkingTime, day: string): [string, string][] {
  if (closedDays.includes(day)) return [];
  if (hours === null) return [["00:00", "24:00"]];
  return hours[weekdays[weekdayOf(day) - 1]!] ?? [];
}
