import { addDays } from "@/lib/values/dates.ts";
import { type Axis, placeOf } from "@/lib/panel/events/calendar/axis.ts";
import { daysBetween, startOfDay } from "@/lib/panel/events/calendar/clock.ts";
import { isBar, type Item } from "@/lib/panel/events/calendar/item.ts";
import { type Column, columnsOf, rowsOf } from "@/lib/panel/events/calendar/columns.ts";
import { daysOfEvent } from "@/lib/panel/events/calendar/times.ts";

/** A part of a timed item in the column of one day; in minutes of the axis. */
export interface Segment extends Column {
  item: Item;
  from: number;
  to: number;
  isStart: boolean;
  isEnd: boolean;
}

/** The least height that shows a line of text and, with the gap below it, is a target of 24 px. */
const leastMinutes = 30;

/** The timed items of a day; those that overlap share the width. */
export function segmentsOf(axis: Axis, day: string, items: readonly Item[]): Segment[] {
  const start = startOfDay(day, axis.timeZone);
  const end = startOfDay(addDays(day, 1), axis.timeZone);
  const here = items.filter((item) =>
    !isBar(item) && item.start < end && (item.end > start || item.start >= start)
  );
  const parts = here.map((item) => {
    const from = Math.min(placeOf(axis, day, item.start), axis.minutes - leastMinutes);
    const to = Math.max(placeOf(axis, day, item.end), from + leastMinutes);
    const isStart = item.start >= start;
    return { item, from, to, isStart, isEnd: item.end <= end };
  });
  const columns = columnsOf(parts);
  return parts.map((part, index) => ({ ...part, ...columns[index]! }));
}

/** An item over the days of a row; indexes of the row's days, both counted. */
export interface PlacedBar {
  item: Item;
  first: number;
  last: number;
  row: number;
  /** Whether it begins or ends outside. */
  isCutBefore: boolean;
  isCutAfter: boolean;
}

/** Items as bars over the days, in rows. */
export function barsOf(
  days: readonly string[],
  items: readonly Item[],
  timeZone: string,
): PlacedBar[] {
  const first = days[0]!;
  const bars = items.flatMap((item) => {
    const [from, to] = daysOfEvent(item, timeZone).map((day) => daysBetween(first, day));
    if (to! < 0 || from! >= days.length) return [];
    return [{
      item,
      first: Math.max(from!, 0),
      last: Math.min(to!, days.length - 1),
      isCutBefore: from! < 0,
      isCutAfter: to! >= days.length,
    }];
  });
  const rows = rowsOf(bars);
  return bars.map((bar, index) => ({ ...bar, row: rows[index]! }));
}

/** The items of each day, in the order of a list: what takes the day first, then by time. */
export function itemsByDay(
  days: readonly string[],
  items: readonly Item[],
  timeZone: string,
): { day: string; items: Item[] }[] {
  const byDay = new Map<string, Item[]>(days.map((day) => [day, []]));
  for (const item of items) {
    const [first, last] = daysOfEvent(item, timeZone);
    for (let day = first < days[0]! ? days[0]! : first; day <= last; day = addDays(day, 1)) {
      const list = byDay.get(day);
      if (!list) break;
      list.push(item);
    }
  }
  const order = (a: Item, b: Item) =>
    Number(isBar(b)) - Number(isBar(a)) || a.start - b.start || a.id - b.id;
  return [...byDay].map(([day, list]) => ({ day, items: list.sort(order) }));
}
