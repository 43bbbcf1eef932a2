import { type RawBuilder, sql } from "kysely";
import { addDays, dayIn } from "@/lib/values/dates.ts";
import type { Assignee, DueState } from "@/lib/input/list.ts";
import type { CardCursor } from "@/lib/records/listing/board.ts";
import { currentTime } from "@/lib/tools/clock.ts";

export function beginOf(day: string, timezone: string): RawBuilder<Date> {
  return sql<Date>`(${day}::date::timestamp at time zone ${timezone})`;
}

/** `me` stands for the reader. */
export function isWith(
  column: RawBuilder<unknown>,
  assignees: readonly Assignee[],
  { userId }: { userId: number },
): RawBuilder<boolean> {
  const ids = assignees.filter((one) => one !== "none").map((one) => one === "me" ? userId : one);
  const any = [
    ...(ids.length > 0 ? [sql`${column} in (${sql.join(ids)})`] : []),
    ...(ids.length < assignees.length ? [sql`${column} is null`] : []),
  ];
  return sql<boolean>`(${sql.join(any, sql` or `)})`;
}

/** Matches tags in any capitals. `<> '{}'` is for the partial index. */
export function hasTag(column: RawBuilder<unknown>, tags: readonly string[]): RawBuilder<boolean> {
  const folded = (list: unknown) => sql`lower(${list}::text[]::text collate "und-x-icu")::text[]`;
  return sql<boolean>`(${column} <> '{}' and ${folded(column)} && ${folded([...tags])})`;
}

/** Days are those of the time zone. */
export function isDue(
  column: RawBuilder<unknown>,
  state: DueState,
  { timezone, now = currentTime() }: { timezone: string; now?: Date },
): RawBuilder<boolean> {
  const today = dayIn(timezone, now);
  const [begin, end] = [beginOf(today, timezone), beginOf(addDays(today, 1), timezone)];
  switch (state) {
    case "none":
      return sql<boolean>`${column} is null`;
    case "overdue":
      return sql<boolean>`${column} < ${begin}`;
    case "today":
      return sql<boolean>`(${column} >= ${begin} and ${column} < ${end})`;
    case "later":
      return sql<boolean>`${column} >= ${end}`;
  }
}

/** Matches between two days or instants, both inclusive: the last day counts whole. */
export function isWithin(
  column: RawBuilder<unknown>,
  { from, to }: { from?: string; to?: string },
  timezone: string,
): RawBuilder<boolean> {
  const isDay = (text: string) => text.length === 10;
  const begin = (text: string, shift: number) => beginOf(addDays(text, shift), timezone);
  const bounds = [
    ...(from === undefined
      ? []
      : [sql`${column} >= ${isDay(from) ? begin(from, 0) : sql`${from}::timestamptz`}`]),
    ...(to === undefined ? [] : [
      isDay(to) ? sql`${column} < ${begin(to, 1)}` : sql`${column} <= ${to}::timestamptz`,
    ]),
  ];
  return sql<boolean>`(${sql.join(bounds, sql` and `)})`;
}

/** True for cards `t` that come after this place in their column. */
export function isAfter({ position, id }: CardCursor): RawBuilder<boolean> {
  return sql<boolean>`(t.position, t.id) > (${position}::numeric, ${id}::integer)`;
}

/** Unknown (NULL) counts as false. */
export function holds(condition: RawBuilder<boolean>, wanted: boolean): RawBuilder<boolean> {
  return wanted ? condition : sql<boolean>`(${condition}) is not true`;
}
