import type { EventTimes } from "@/lib/crm/contacts/conversation/invitation/invited_times.ts";
import {
  addDays,
  dayIn,
  formatAhead,
  formatHour,
  formatRange,
  type TimeFormat,
} from "@/lib/values/dates.ts";

/** An event's times; whole days with the last of them, which is the day before their end. */
export function eventTimes(
  { starts_at, ends_at, all_day }: EventTimes,
  format: TimeFormat,
): string {
  const { timeZone, language } = format;
  const [from, end] = [starts_at, ends_at].map((at) => dayIn(timeZone, at)) as [string, string];
  if (all_day) {
    const last = addDays(end, -1);
    return formatRange({ from, to: last > from ? last : from }, language);
  }
  const start = formatAhead(starts_at, format);
  return `${start} – ${from === end ? formatHour(ends_at, format) : formatAhead(ends_at, format)}`;
}
