import { addDays } from "@/lib/values/dates.ts";
import { instantAt, minuteMs, startOfDay, wallTime } from "@/lib/panel/events/calendar/clock.ts";

/** When an event is. An all-day one lasts from midnight to a later midnight. */
export interface Times {
  start: number;
  end: number;
  isAllDay: boolean;
}

/** Offset by which an event, or its end alone, is moved. */
export interface Shift {
  days?: number;
  minutes?: number;
}

/** The shortest event that resizing leaves, in minutes. */
export const shortest = 15;

/** First and last day, both counted. An event without length is on its day. */
export function daysOfEvent({ start, end }: Times, timeZone: string): [string, string] {
  const first = wallTime(start, timeZone).day;
  const last = wallTime(Math.max(end - 1, start), timeZone).day;
  return [first, last];
}

/**
 * By days it keeps the time on the clock, by minutes it moves in real time. A timed event keeps its
 * length, an all-day one its days, whatever the clocks do.
 */
export function moved(times: Times, { days = 0, minutes = 0 }: Shift, timeZone: string): Times {
  const { start, end, isAllDay } = times;
  if (isAllDay) {
    const [first, last] = daysOfEvent(times, timeZone);
    return wholeDays(addDays(first, days), addDays(last, days), timeZone);
  }
  const begins = shifted(start, days, timeZone) + minutes * minuteMs;
  return { start: begins, end: begins + end - start, isAllDay };
}

/** Moves the end, which stays after the start. */
export function resized(times: Times, { days = 0, minutes = 0 }: Shift, timeZone: string): Times {
  const { start, end, isAllDay } = times;
  if (isAllDay) {
    const [first, last] = daysOfEvent(times, timeZone);
    return wholeDays(first, laterOf(first, addDays(last, days)), timeZone);
  }
  const ends = shifted(end, days, timeZone) + minutes * minuteMs;
  return { start, end: Math.max(ends, start + shortest * minuteMs), isAllDay };
}

/** Moves a timed event to a new beginning. */
export function startingAt({ start, end }: Times, at: number): Times {
  return { start: at, end: at + end - start, isAllDay: false };
}

export function wholeDays(first: string, last: string, timeZone: string): Times {
  return {
    start: startOfDay(first, timeZone),
    end: startOfDay(addDays(last, 1), timeZone),
    isAllDay: true,
  };
}

export function isSameTimes(one: Times, other: Times): boolean {
  return one.start === other.start && one.end === other.end && one.isAllDay === other.isAllDay;
}

function shifted(at: number, days: number, timeZone: string): number {
  if (days === 0) return at;
  const { day, minute } = wallTime(at, timeZone);
  const seconds = at % minuteMs;
  return instantAt({ day: addDays(day, days), minute }, timeZone) + seconds;
}

function laterOf(one: string, other: string): string {
  return one > other ? one : other;
}
