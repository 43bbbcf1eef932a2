import { addDays, dayIn, defaultTimeZone as timezone, instantIn } from "@/lib/values/dates.ts";
import type { Random } from "./random.ts";

/** Instants and days of the sample year, relative to now. */
export interface Clock {
  now: Date;
  /** Today in the companies' time zone. */
  today: string;
  /** Days of this month so far, including today. */
  monthDays: number;
  /**
   * The instant this many days ago (fractions allowed, 0 is now). It lies in working hours of a
   * working day, is never after now, and keeps the order: more days ago is never later.
   */
  ago(days: number): Date;
  /** The day of that instant. */
  dayAgo(days: number): string;
  /** The day of any instant. */
  dayOf(at: Date): string;
  /** The calendar day this many days from today; negative is the past. */
  day(offset: number): string;
  /** A planned instant: days from today and local time, HH:MM. */
  planned(offset: number, time: string): Date;
}

const opens = "08:30";
const closes = "19:30";
/** With less than this of today's working hours behind it, today is counted from midnight. */
const firstHour = 3_600_000;

export function clockAt(now: Date): Clock {
  const today = dayIn(timezone, now);
  const hours = new Map<string, { begin: number; end: number }>();

  function hoursOf(day: string) {
    const cached = hours.get(day);
    if (cached) return cached;
    const at = (time: string) => instantIn(timezone, `${day}T${time}`).getTime();
    let [begin, end] = [at(opens), at(closes)];
    if (day === today) {
      if (now.getTime() < begin + firstHour) begin = at("00:00");
      end = Math.min(Math.max(end, begin), now.getTime());
    }
    hours.set(day, { begin, end });
    return { begin, end };
  }

  function place(days: number) {
    const whole = Math.floor(days);
    return workingDay(addDays(today, -whole), 1 - (days - whole));
  }

  return {
    now,
    today,
    monthDays: Number(today.slice(8)),
    ago(days) {
      const { day, part } = place(days);
      const { begin, end } = hoursOf(day);
      return new Date(Math.floor((begin + (end - begin) * part) / 1000) * 1000);
    },
    dayAgo: (days) => place(days).day,
    dayOf: (at) => dayIn(timezone, at),
    day: (offset) => addDays(today, offset),
    planned: (offset, time) => instantIn(timezone, `${addDays(today, offset)}T${time}`),
  };
}

/**
 * Moves weekends to the Friday before, whose hours the three days share so that the order is kept;
 * but not into another month.
 */
function workingDay(day: string, part: number): { day: string; part: number } {
  const after = [2, -1, -1, -1, -1, 0, 1][weekdayOf(day)]!;
  if (after < 0) return { day, part };
  const friday = addDays(day, -after);
  if (friday.slice(0, 7) !== day.slice(0, 7)) return { day, part };
  return { day: friday, part: (after + part) / 3 };
}

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** Days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000;
}

/**
 * A random instant between the two, before the day of the last. Counted in days, so that it does
 * not depend on the hour of the run.
 */
export function momentBetween(clock: Clock, random: Random, first: Date, last: Date): Date {
  const day = clock.dayOf(first);
  const later = random.int(0, Math.max(0, daysBetween(day, clock.dayOf(last)) - 1));
  const part = random.real();
  if (later === 0) return first;
  const at = clock.ago(daysBetween(day, clock.today) - later + part);
  return at < first ? first : at; // both fall on the same Friday
}
