import { type Rule, type Weekday, weekdays } from "@/lib/crm/events/rule.ts";

/** The days of a rule, and the instants of an occurrence on one of them. Pure: the clock is given. */

const dayMs = 86_400_000;

/** An occurrence's place on its day, and how long it takes. */
export interface Clock {
  time_zone: string;
  /** `HH:MM:SS` with milliseconds where there are any. */
  start_time: string;
  all_day: boolean;
  lasts_ms: number;
}

export interface Span {
  starts_at: Date;
  ends_at: Date;
  all_day: boolean;
}

/**
 * The days on which a rule occurs, in order. The first is the first that fits, on `first` or later.
 * Weeks are counted from that of `first` (RFC 5545, WKST); a month without the day has its last.
 * Without end unless the rule has one.
 */
export function* daysOf(rule: Rule, first: string): Generator<string> {
  let remaining = rule.count ?? Infinity;
  for (const day of fitting(rule, Temporal.PlainDate.from(first))) {
    const text = day.toString();
    if (remaining-- <= 0 || (rule.until !== null && text > rule.until)) return;
    yield text;
  }
}

/** The days up to a last one, no more than `max`. */
export function daysThrough(
  rule: Rule,
  first: string,
  { after, through, max = Infinity }: { after?: string; through: string; max?: number },
): string[] {
  const days: string[] = [];
  for (const day of daysOf(rule, first)) {
    if (day > through || days.length >= max) break;
    if (after === undefined || day > after) days.push(day);
  }
  return days;
}

function* fitting(rule: Rule, first: Temporal.PlainDate): Generator<Temporal.PlainDate> {
  const { freq, interval } = rule;
  const isLate = (day: Temporal.PlainDate) => Temporal.PlainDate.compare(day, first) >= 0;
  for (let step = 0;; step += interval) {
    if (freq === "daily") yield first.add({ days: step });
    else if (freq === "weekly") {
      const begin = beginOfWeek(first, rule.week_start).add({ weeks: step });
      yield* inWeek(begin, rule).filter(isLate);
    } else {
      const month = first.toPlainYearMonth().add({ months: step });
      const day = month.toPlainDate({ day: rule.by_month_day! }); // a later one is the last
      if (isLate(day)) yield day;
    }
  }
}

function inWeek(begin: Temporal.PlainDate, { by_weekday }: Rule): Temporal.PlainDate[] {
  return Array.from({ length: 7 }, (_, days) => begin.add({ days }))
    .filter((day) => by_weekday!.includes(weekdayOf(day)));
}

function beginOfWeek(day: Temporal.PlainDate, weekStart: Weekday): Temporal.PlainDate {
  const since = (day.dayOfWeek - 1 - weekdays.indexOf(weekStart) + 7) % 7;
  return day.subtract({ days: since });
}

function weekdayOf(day: Temporal.PlainDate): Weekday {
  return weekdays[day.dayOfWeek - 1]!;
}

export function weekdayOn(day: string): Weekday {
  return weekdayOf(Temporal.PlainDate.from(day));
}

/**
 * An occurrence on a day: it begins when the clocks show its time, the first of two where they go
 * back, later by the gap where they skip it. One of the whole day ends by the clock as well.
 */
export function spanOn(day: string, { time_zone, start_time, all_day, lasts_ms }: Clock): Span {
  const local = Temporal.PlainDateTime.from(`${day}T${start_time}`);
  const starts = local.toZonedDateTime(time_zone);
  if (!all_day) {
    const ends = starts.add({ milliseconds: lasts_ms });
    return { starts_at: dateOf(starts), ends_at: dateOf(ends), all_day };
  }
  const days = Math.floor(lasts_ms / dayMs);
  const ends = local.add({ days }).add({ milliseconds: lasts_ms - days * dayMs });
  return { starts_at: dateOf(starts), ends_at: dateOf(ends.toZonedDateTime(time_zone)), all_day };
}

/** The day and clock of an event in a time zone: the reverse of `spanOn`. */
export function clockOf(
  { starts_at, ends_at, all_day }: Span,
  time_zone: string,
): Clock & { day: string } {
  const [starts, ends] = [zoned(starts_at, time_zone), zoned(ends_at, time_zone)];
  const begin = all_day ? clockTime(starts) : starts.toPlainDateTime();
  return {
    day: begin.toPlainDate().toString(),
    time_zone,
    start_time: begin.toPlainTime().toString({
      fractionalSecondDigits: begin.millisecond ? 3 : 0,
    }),
    all_day,
    lasts_ms: all_day
      ? begin.until(clockTime(ends)).total("milliseconds")
      : ends_at.getTime() - starts_at.getTime(),
  };
}

/** The local time; where the clocks skip midnight, the first time of the day. */
function clockTime(at: Temporal.ZonedDateTime): Temporal.PlainDateTime {
  const isBegin = at.epochMilliseconds === at.startOfDay().epochMilliseconds;
  return isBegin ? at.toPlainDate().toPlainDateTime() : at.toPlainDateTime();
}

export function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: "day" }).days;
}

function zoned(at: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
}

function dateOf(at: Temporal.ZonedDateTime): Date {
  return new Date(at.epochMilliseconds);
}
