import { refuseWrong } from "@/lib/crm/events/events.ts";
import { type LockedSeries, spanOfRow } from "@/lib/crm/events/hold_series.ts";
import type { GivenRule } from "@/lib/crm/events/recurrence.ts";
import {
  type Course,
  moveSlots,
  type Relaid,
  reruleSlots,
  shifted,
  type Slot,
} from "@/lib/crm/events/move_slots.ts";
import { maxOccurrences } from "@/lib/crm/events/rule.ts";
import { horizonOf, ruleFrom, wholly, wrongIn } from "@/lib/crm/events/series.ts";
import {
  type Clock,
  clockOf,
  daysBetween,
  daysOf,
  daysThrough,
  type Span,
  spanOn,
} from "@/lib/crm/events/slots.ts";
import { addDays } from "@/lib/values/dates.ts";
import { problem } from "@/lib/input/errors.ts";
import type { LockedRow } from "@/lib/records/bulk/many.ts";
import { inputWords } from "@/lib/words/input.ts";
import type { Text } from "@/lib/words/language.ts";

/** New times of the changed occurrence and of its series. */
export interface NewTimes {
  own: Clock & { day: string };
  series: Clock;
  isMoved: boolean;
  isOtherLength: boolean;
}

export function newTimes({ series, row }: LockedSeries, span: Span, timeZone: string): NewTimes {
  const zone = series?.time_zone ?? timeZone;
  const [before, own] = [clockOf(spanOfRow(row), zone), clockOf(span, zone)];
  const isMoved = own.day !== before.day || own.start_time !== before.start_time ||
    own.all_day !== before.all_day;
  const isOtherLength = !isMoved && own.lasts_ms !== before.lasts_ms;
  const base = isMoved || !series ? own : series;
  return {
    own,
    series: { ...base, lasts_ms: isOtherLength ? own.lasts_ms : base.lasts_ms },
    isMoved,
    isOtherLength,
  };
}

/** Times of an occurrence on its new day, as its row writes those that stay. */
export function timesOn(row: LockedRow, day: string, times: NewTimes): Record<string, unknown> {
  const { isMoved, isOtherLength, series } = times;
  const isElsewhere = row.was.original_day !== null && row.was.original_day !== day;
  if (isMoved || isElsewhere || row.was.series_id === null) {
    return written(row, spanOn(day, series));
  }
  if (!isOtherLength) return {};
  const own = clockOf(spanOfRow(row), series.time_zone);
  return written(row, spanOn(own.day, { ...own, lasts_ms: series.lasts_ms }));
}

function written({ was }: LockedRow, { starts_at, ends_at, all_day }: Span) {
  const text = (before: string, at: Date) =>
    Date.parse(before) === at.getTime() ? before : at.toISOString();
  return {
    starts_at: text(was.starts_at, starts_at),
    ends_at: text(was.ends_at, ends_at),
    all_day,
  };
}

interface Wanted {
  times: NewTimes;
  recurrence?: GivenRule;
  now: Date;
  wrong: Record<string, Text>;
}

/** @throws Problem validation_failed */
export function planOf(locked: LockedSeries, wanted: Wanted): Relaid & { course: Course } {
  const { series, course, row, rows } = locked;
  const { times, recurrence, now, wrong } = wanted;
  const day: string = row.was.original_day ?? times.own.day;
  const to = times.isMoved ? times.own.day : day;
  const by = daysBetween(day, to);
  const slots = rows.map((one): Slot => ({
    id: one.id,
    day: one.was.original_day ?? day,
    hasBegun: series !== null && spanOfRow(one).starts_at <= now,
  }));
  if (!recurrence) {
    const { made_through: through } = series!;
    const next = shifted(course!, day, to);
    refuseWrong({ ...wrong, ...times.isMoved ? wrongIn(next.rule, next.first, now) : {} });
    const moved = moveSlots(slots, { old: course!, next, through, by });
    return { ...moved, through: through === wholly ? wholly : moved.through, course: next };
  }
  const rule = ruleFrom(recurrence, to);
  const begin = course ? addDays(course.first, by) : to;
  refuseWrong({ ...wrong, ...wrongIn(rule, begin, now) });
  const first = daysOf(rule, begin).next().value;
  if (!first) return refuse(rule.until);
  const next = { rule, first };
  const relaid = reruleSlots(slots, {
    next,
    knownDays: new Set(course ? knownDays(locked).map((one) => addDays(one, by)) : []),
    by,
    addressed: row.id,
    horizon: horizonOf(rule, times.series.time_zone, [now, to]),
    max: maxOccurrences,
    mayMake: (one) => series === null || spanOn(one, times.series).starts_at > now,
  });
  return relaid ? { ...relaid, course: next } : refuse(rule.until);
}

function knownDays({ series, course }: LockedSeries): string[] {
  return daysThrough(course!.rule, course!.first, { through: series!.made_through });
}

function refuse(until: string | null): never {
  const field = until === null ? "recurrence.count" : "recurrence.until";
  throw problem("validation_failed", { fields: { [field]: inputWords.endsBeforeThis } });
}
