import { addDays, instantIn } from "@/lib/values/dates.ts";

/** Days and clocks of a time zone; days are `YYYY-MM-DD`, instants are epoch milliseconds. */

export const minuteMs = 60_000;
export const dayMinutes = 1440;

export interface WallTime {
  day: string;
  /** Since midnight, as the clock shows it. */
  minute: number;
}

/** Date and time on the wall at an instant. */
export function wallTime(at: number, timeZone: string): WallTime {
  const near = new Date(at).toISOString().slice(0, 10);
  const day = [near, addDays(near, -1), addDays(near, 1)].find((one) =>
    at >= startOfDay(one, timeZone) && at < startOfDay(addDays(one, 1), timeZone)
  )!;
  // Most days need no clock: minutes since midnight are what it shows.
  if (lengthOfDay(day, timeZone) === dayMinutes) {
    return { day, minute: Math.floor((at - startOfDay(day, timeZone)) / minuteMs) };
  }
  const parts = clockOf(timeZone).formatToParts(at);
  const of = (type: string) => Number(parts.find((part) => part.type === type)!.value);
  return { day, minute: of("hour") * 60 + of("minute") };
}

/** The first instant that shows it; a time that the clocks skip counts as later by the gap. */
export function instantAt({ day, minute }: WallTime, timeZone: string): number {
  const hours = String(Math.floor(minute / 60)).padStart(2, "0");
  const minutes = String(minute % 60).padStart(2, "0");
  return instantIn(timeZone, `${day}T${hours}:${minutes}`).getTime();
}

/** Midnight, or the first instant of a day whose clocks skip it. */
export function startOfDay(day: string, timeZone: string): number {
  const key = `${timeZone} ${day}`;
  let start = starts.get(key);
  if (start === undefined) {
    start = instantAt({ day, minute: 0 }, timeZone);
    if (starts.size >= maxStarts) starts.clear();
    starts.set(key, start);
  }
  return start;
}

/** Returns a day's length in minutes: 1440, but for days on which the clocks change. */
export function lengthOfDay(day: string, timeZone: string): number {
  return (startOfDay(addDays(day, 1), timeZone) - startOfDay(day, timeZone)) / minuteMs;
}

export function daysFrom(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}

/** How many days `to` is after `from`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / 86_400_000);
}

/** Known starts of days: finding one takes longer than the rest of a layout. */
const starts = new Map<string, number>();
const maxStarts = 2_000;

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat("en-CA", {
      timeZone,
      hourCycle: "h23",
      hour: "2-digit",
      minute: "2-digit",
    });
    clocks.set(timeZone, clock);
  }
  return clock;
}
