import { type Selectable, sql } from "kysely";
import type { Trx } from "@/lib/db/connection.ts";
import type { EventSeries } from "@/lib/db/tables/calendar.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import type { GivenRule } from "@/lib/crm/events/recurrence.ts";
import {
  countedYears,
  longestYears,
  maxOccurrences,
  type Rule,
  type Weekday,
} from "@/lib/crm/events/rule.ts";
import { type Clock, daysOf, daysThrough, spanOn, weekdayOn } from "@/lib/crm/events/slots.ts";
import { eventFields } from "@/lib/crm/events/fields.ts";
import { shownFields } from "@/lib/records/fields/field.ts";
import type { Actor } from "@/lib/records/records.ts";
import { inputWords } from "@/lib/words/input.ts";
import type { Text } from "@/lib/words/language.ts";

export type Series = Selectable<EventSeries>;

/** Columns of a series that hold its rule and clock times. */
export type SeriesValues = Omit<Series, "id" | "company_id" | "version">;

const timeColumns = ["starts_at", "ends_at", "all_day"];

const commonColumns = shownFields(eventFields)
  .filter(([name, { write, computed }]) => !write && !computed && !timeColumns.includes(name))
  .map(([name]) => name);

/** Columns that a change of a series reads and writes. */
export const eventColumns: readonly string[] = [
  ...commonColumns,
  ...timeColumns,
  ...["series_id", "original_day", "set_apart"],
];

const monthsAhead = 13;

/** `made_through` of a series that is made whole. */
export const wholly = "9999-12-31";

/** Last day up to which occurrences of a rule are created: a `count` is made whole. */
export function horizonOf(rule: Rule, timeZone: string, from: (Date | string)[]): string {
  if (rule.count !== null) return wholly;
  return from.map((one) => monthsAfter(one, timeZone)).sort().at(-1)!;
}

/** The day so far ahead of a day or an instant. */
export function monthsAfter(from: Date | string, timeZone: string): string {
  const day = typeof from === "string"
    ? Temporal.PlainDate.from(from)
    : Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(timeZone)
      .toPlainDate();
  return day.add({ months: monthsAhead }).toString();
}

/** Completes a given rule: weekday and day of the month default to those of `day`. */
export function ruleFrom(rule: GivenRule, day: string): Rule {
  const { freq, by_weekday, by_month_day, until, count, ...rest } = rule;
  return {
    ...rest,
    freq,
    by_weekday: freq === "weekly" ? by_weekday ?? [weekdayOn(day)] : null,
    by_month_day: freq === "monthly" ? by_month_day ?? Number(day.slice(8)) : null,
    until: until ?? null,
    count: count ?? null,
  };
}

/** Errors of a rule whose first day is `day`, by field. */
export function wrongIn(
  rule: Rule,
  day: string,
  now: Date,
): Record<string, Text> {
  const { until, count } = rule;
  const max = longestYears;
  if (count !== null) {
    const last = daysOf(rule, day).toArray().at(-1)!;
    const latest = Temporal.PlainDate.from(day).add({ years: countedYears });
    // Years of more than four digits are no texts to compare.
    const isFar = Temporal.PlainDate.compare(last, latest) > 0;
    return isFar ? { "recurrence.count": inputWords.countTooFar(countedYears) } : {};
  }
  if (until === null) {
    const earliest = Temporal.PlainDate.from(now.toISOString().slice(0, 10)).subtract({
      years: max,
    });
    return day < earliest.toString() ? { starts_at: inputWords.startsTooEarly(max) } : {};
  }
  if (until < day) return { "recurrence.until": inputWords.untilBeforeStart };
  const latest = Temporal.PlainDate.from(day).add({ years: max }).toString();
  return until > latest ? { "recurrence.until": inputWords.untilTooLate(max) } : {};
}

export function ruleOf(series: Omit<SeriesValues, "made_through">): Rule {
  const { freq, every, by_weekday, by_month_day, week_start, until, count } = series;
  return {
    freq,
    interval: every,
    by_weekday: by_weekday as Weekday[] | null,
    by_month_day,
    week_start: week_start as Weekday,
    until,
    count,
  };
}

export function valuesOf(
  rule: Rule,
  clock: Clock,
): Omit<SeriesValues, "first_day" | "made_through"> {
  const { interval: every, ...rest } = rule;
  const { time_zone, start_time, all_day, lasts_ms } = clock;
  return { ...rest, every, time_zone, start_time, all_day, lasts_ms };
}

export async function lockSeries(trx: Trx, { companyId }: Tenant, id: number): Promise<Series> {
  return await trx.selectFrom("event_series").selectAll()
    .where("company_id", "=", companyId).where("id", "=", id).forUpdate()
    .executeTakeFirstOrThrow();
}

export async function insertSeries(
  trx: Trx,
  { companyId }: Tenant,
  values: SeriesValues,
): Promise<Series> {
  return await trx.insertInto("event_series").values({ ...values, company_id: companyId })
    .returningAll().executeTakeFirstOrThrow();
}

export async function updateSeries(
  trx: Trx,
  { companyId }: Tenant,
  id: number,
  values: Partial<SeriesValues>,
): Promise<Series> {
  return await trx.updateTable("event_series")
    .set((set) => ({ ...values, version: set("version", "+", 1) }))
    .where("company_id", "=", companyId).where("id", "=", id)
    .returningAll().executeTakeFirstOrThrow();
}

/** The next days of a rule that are to be made, and the day up to which it is made with them. */
export function nextDays(
  rule: Rule,
  { first, after, horizon }: { first: string; after?: string; horizon: string },
): { days: string[]; through: string } {
  const result = daysThrough(rule, first, { after, through: horizon, max: maxOccurrences + 1 });
  const days = result.slice(0, maxOccurrences);
  return { days, through: result.length > days.length ? days.at(-1)! : horizon };
}

/**
 * Makes an occurrence on each of the days, like the series' newest one that was not changed by
 * itself. @returns their ids
 */
export async function makeOccurrences(
  trx: Trx,
  { companyId, userId }: Actor,
  series: Series,
  days: readonly string[],
): Promise<number[]> {
  if (days.length === 0) return [];
  const occurrences = days.map((day) => ({ day, ...spanOn(day, series) }));
  const common = (prefix: string) =>
    sql.join(commonColumns.map((name) => sql.ref(`${prefix}${name}`)));
  const { rows } = await sql<{ id: number }>`
    insert into events (company_id, created_by, updated_by, series_id, original_day, starts_at,
      ends_at, all_day, ${common("")})
    select ${companyId}, ${userId}::int, ${userId}::int, ${series.id}, d.day, d.starts_at,
      d.ends_at, d.all_day, ${common("t.")}
    from (
      select * from events where company_id = ${companyId} and series_id = ${series.id}
        and deleted_at is null
      order by set_apart, original_day desc limit 1
    ) t cross join jsonb_to_recordset(${JSON.stringify(occurrences)}::jsonb)
      d (day date, starts_at timestamptz, ends_at timestamptz, all_day boolean)
    where not exists (select from events e where e.company_id = ${companyId}
      and e.series_id = ${series.id} and e.original_day = d.day and e.deleted_at is null)
    order by d.day returning id`.execute(trx);
  return rows.map(({ id }) => id);
}
