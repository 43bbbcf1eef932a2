import { addDays } from "@/lib/values/dates.ts";
import {
  dayMinutes,
  instantAt,
  lengthOfDay,
  minuteMs,
  startOfDay,
  wallTime,
} from "@/lib/panel/events/calendar/clock.ts";

/**
 * The vertical axis that the days of a view share, in minutes from its top. It follows the clock.
 * Where a day of the view repeats an hour, the axis has that hour twice, so that every instant has
 * a place of its own; the other days, and a day that skips an hour, have a gap there.
 */
export interface Axis {
  timeZone: string;
  minutes: number;
  /** Minutes that a day shows twice: the second time begins at `to`. */
  repeat: Stretch | null;
}

export interface Stretch {
  from: number;
  to: number;
}

export function axisOf(days: readonly string[], timeZone: string): Axis {
  const long = days.find((day) => lengthOfDay(day, timeZone) > dayMinutes);
  const repeat = long ? clockChange(long, timeZone) : null;
  const more = repeat ? repeat.to - repeat.from : 0;
  return { timeZone, minutes: dayMinutes + more, repeat };
}

/** The instant's place in the column of a day; instants of other days are at its ends. */
export function placeOf(axis: Axis, day: string, at: number): number {
  const { timeZone, repeat } = axis;
  const start = startOfDay(day, timeZone);
  const end = startOfDay(addDays(day, 1), timeZone);
  if (at >= end) return axis.minutes;
  if (at < start) return 0;
  if (end - start > dayMinutes * minuteMs) return (at - start) / minuteMs;
  const { minute } = wallTime(at, timeZone);
  return repeat && minute >= repeat.to ? minute + repeat.to - repeat.from : minute;
}

/** The instant at a place of a day's column, to the minute; in a gap, the instant at which the gap ends. */
export function instantOf(axis: Axis, day: string, place: number): number {
  const { timeZone, repeat } = axis;
  const start = startOfDay(day, timeZone);
  const minutes = lengthOfDay(day, timeZone);
  const within = Math.round(Math.min(Math.max(place, 0), axis.minutes));
  if (minutes > dayMinutes) return start + within * minuteMs;
  const gap = gapOf(axis, day);
  const outside = gap && within > gap.from && within < gap.to ? gap.to : within;
  const wall = repeat && outside >= repeat.to
    ? Math.max(repeat.to, outside - (repeat.to - repeat.from))
    : outside;
  return wall >= dayMinutes
    ? start + minutes * minuteMs
    : instantAt({ day, minute: wall }, timeZone);
}

/** The part of the axis that the day does not have. */
export function gapOf({ timeZone, repeat }: Axis, day: string): Stretch | null {
  const minutes = lengthOfDay(day, timeZone);
  if (minutes > dayMinutes) return null;
  if (minutes < dayMinutes) return clockChange(day, timeZone);
  return repeat && { from: repeat.to, to: repeat.to + repeat.to - repeat.from };
}

export interface Mark {
  place: number;
  hour: number;
  /** The second of two equal hours. */
  isSecond: boolean;
}

/** The full hours of the axis. */
export function hourMarks({ repeat }: Axis): Mark[] {
  const more = repeat ? repeat.to - repeat.from : 0;
  const marks = Array.from({ length: 24 }, (_, hour) => ({
    place: hour * 60 + (repeat && hour * 60 >= repeat.to ? more : 0),
    hour,
    isSecond: false,
  }));
  if (repeat) {
    const first = Math.ceil(repeat.from / 60);
    for (let hour = first; hour * 60 < repeat.to; hour++) {
      marks.push({ place: hour * 60 + more, hour, isSecond: true });
    }
  }
  return marks.sort((a, b) => a.place - b.place);
}

/** The hour that the clock repeats or skips on the day. */
function clockChange(day: string, timeZone: string): Stretch {
  const start = startOfDay(day, timeZone);
  const change = dayMinutes - lengthOfDay(day, timeZone);
  let before = 0;
  let after = lengthOfDay(day, timeZone);
  const isChanged = (elapsed: number) => {
    const wall = wallTime(start + elapsed * minuteMs, timeZone);
    return (wall.day === day ? wall.minute : dayMinutes) !== elapsed;
  };
  if (isChanged(0)) return { from: 0, to: change };
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (isChanged(middle)) after = middle;
    else before = middle;
  }
  return change > 0 ? { from: after, to: after + change } : { from: after + change, to: after };
}
