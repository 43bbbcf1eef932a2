import { daysOf } from "@/lib/channels/email/read/calendar/repeat_days.ts";
import type { Repeat } from "@/lib/channels/email/read/calendar/rule.ts";

interface Timed {
  startsAt: string | null;
  endsAt: string | null;
  isAllDay: boolean;
  repeat?: Repeat | null;
}

interface Dates {
  startsAt: string | null;
  endsAt: string | null;
  isOver: boolean;
}

const mostCycles = 60;

/** The next date of an event that repeats by a plain rule; of others, and of one over, the first. */
export function nextDate({ repeat, isAllDay, ...first }: Timed, now: Date): Dates {
  if (!repeat || first.startsAt === null) return { ...first, isOver: false };
  const { timeZone, isPlain, last } = repeat;
  const at = zoned(Temporal.Instant.fromEpochMilliseconds(now.getTime()), timeZone);
  const isPast = last !== null && last < at.toPlainDate().toString();
  if (!isPlain) return { ...first, isOver: isPast };
  const start = startOf(first.startsAt, { isAllDay, timeZone });
  const end = first.endsAt === null ? null : startOf(first.endsAt, { isAllDay, timeZone });
  const lasts = start.until(end ?? (isAllDay ? start.add({ days: 1 }) : start), {
    largestUnit: isAllDay ? "day" : "hour",
  });
  const textOf = (time: Temporal.ZonedDateTime) =>
    (isAllDay ? time.toPlainDate() : time.toInstant()).toString();
  const from = at.subtract(lasts).toPlainDate();
  for (const day of daysOf(repeat, { first: start.toPlainDate(), from, mostCycles })) {
    if (last !== null && day.toString() > last) return { ...first, isOver: true };
    const begins = day.toZonedDateTime({ timeZone, plainTime: start.toPlainTime() });
    const ends = begins.add(lasts);
    if (Temporal.ZonedDateTime.compare(ends, at) <= 0) continue;
    return { startsAt: textOf(begins), endsAt: end && textOf(ends), isOver: false };
  }
  return { ...first, isOver: isPast };
}

function startOf(
  time: string,
  { isAllDay, timeZone }: { isAllDay: boolean; timeZone: string },
): Temporal.ZonedDateTime {
  return isAllDay
    ? Temporal.PlainDate.from(time.slice(0, 10)).toZonedDateTime(timeZone)
    : zoned(Temporal.Instant.from(time), timeZone);
}

function zoned(at: Temporal.Instant, timeZone: string): Temporal.ZonedDateTime {
  return at.toZonedDateTimeISO(timeZone);
}
