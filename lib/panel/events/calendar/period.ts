import { addDays, mondayOf } from "@/lib/values/dates.ts";
import { daysBetween, daysFrom } from "@/lib/panel/events/calendar/clock.ts";

export const calendarViews = ["month", "week", "day", "agenda"] as const;
export type CalendarView = (typeof calendarViews)[number];

export const agendaDays = 28;

/** The days that a view shows; weeks begin on Monday, an agenda has as many days as are asked for. */
export function daysOf(view: CalendarView, day: string, inAgenda = agendaDays): string[] {
  if (view === "day") return [day];
  if (view === "agenda") return daysFrom(day, inAgenda);
  if (view === "week") return daysFrom(mondayOf(day), 7);
  const first = mondayOf(`${day.slice(0, 7)}-01`);
  const last = addDays(addMonths(`${day.slice(0, 7)}-01`, 1), -1);
  return daysFrom(first, daysBetween(first, addDays(mondayOf(last), 7)));
}

/** The day that the next or previous period is reached by. */
export function stepped(
  view: CalendarView,
  day: string,
  step: 1 | -1,
  inAgenda = agendaDays,
): string {
  if (view === "month") return addMonths(day, step);
  return addDays(day, step * { week: 7, day: 1, agenda: inAgenda }[view]);
}

/** The same day of another month, or that month's last one. */
function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last)))
    .toISOString().slice(0, 10);
}
