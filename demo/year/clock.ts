import { addDays, dayIn, defaultTimeZone as timezone, instantIn } from "@/lib/dates.ts";
import type { Chance } from "./chance.ts";

/** When things happen in the sample year: everything is said relative to today. */
export interface Clock {
  now: Date;
  /** The day in the companies' time zone. */
  today: string;
  /** How many days of this month have begun, today among them. */
  monthDays: number;
  /**
   * The instant so many days ago, which need not be whole: 0 is now. It lies in working hours of a
   * working day, never after now, and of two the one longer ago is never the later.
   */
  ago(days: number): Date;
  /** The day of that instant. */
  dayAgo(days: number): string;
  /** The day of any instant. */
  dayOf(at: Date): string;
  /** The calendar day so many days from today, back where negative. */
  day(offset: number): string;
  /** An instant that is planned: a day from today and the time that its clocks show, HH:MM. */
  planned(offset: number, time: string): Date;
}

const opens = "08:30";
const closes = "19:30";
/** A day that is younger than that at work is counted from midnight. */
const firstHour = 3_600_000;

export function clockAt(now: Date): Clock {
  const today = dayIn(timezone, now);
  const hours = new Map<string, { begin: number; end: number }>();

  function hoursOf(day: string) {
    const known = hours.get(day);
    if (known) return known;
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
 * What falls on a weekend is done on the Friday before, whose hours are shared by the three days so
 * that the order stays; but not where that Friday is in another month.
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

/** How many days lie between two days. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000;
}

/**
 * An instant from the first on and before the day of the last; counted in days, so that the hour
 * at which the year is made plays no part in it.
 */
export function momentBetween(clock: Clock, chance: Chance, first: Date, last: Date): Date {
  const day = clock.dayOf(first);
  const later = chance.int(0, Math.max(0, daysBetween(day, clock.dayOf(last)) - 1));
  const part = chance.real();
  if (later === 0) return first;
  const at = clock.ago(daysBetween(day, clock.today) - later + part);
  return at < first ? first : at; // both on one Friday, which stands for its weekend too
}
