import { type Rule, type Weekday, weekdays } from "@/lib/crm/events/rule.ts";
import { daysBetween, daysOf, daysThrough } from "@/lib/crm/events/slots.ts";
import { addDays } from "@/lib/values/dates.ts";

/** Days of a series' occurrences once it was moved or got another rule. Pure. */

/** A rule and the first of its days. */
export interface Course {
  rule: Rule;
  first: string;
}

/** An occurrence that is there, by its id and the day that the rule gave it. */
export interface Slot {
  id: number;
  day: string;
  hasBegun: boolean;
}

export interface Relaid {
  days: Map<number, string | null>;
  missing: string[];
  through: string;
}

/** The rest of a course from one of its days on. */
export function restOf({ rule, first }: Course, day: string): Course {
  if (rule.count === null) return { rule, first: day };
  const before = daysThrough(rule, first, { through: addDays(day, -1) }).length;
  return { rule: { ...rule, count: Math.max(rule.count - before, 1) }, first: day };
}

/**
 * The course moved so that what was on the day `from` is on `to`: by days; a monthly one to the day
 * of another month's day, so that each month keeps one.
 */
export function shifted({ rule, first }: Course, from: string, to: string): Course {
  const days = daysBetween(from, to);
  if (days === 0) return { rule, first };
  const turned = (day: Weekday) => weekdays[(weekdays.indexOf(day) + days % 7 + 7) % 7]!;
  const { by_weekday, by_month_day } = rule;
  const next = {
    ...rule,
    by_weekday: by_weekday && weekdays.filter((day) => by_weekday.map(turned).includes(day)),
    by_month_day: by_month_day && Number(to.slice(8)),
    week_start: turned(rule.week_start),
    until: null,
    count: null,
  };
  const begin = by_month_day === null ? addDays(first, days) : inMonth(first, from, to);
  const course = { rule: { ...next, count: rule.count }, first: begin };
  if (rule.until === null) return course;
  // It ends after as many occurrences as before.
  const number = daysThrough(rule, first, { through: rule.until }).length;
  const until = [addDays(rule.until, days), nthDay({ rule: next, first: begin }, number)];
  return { rule: { ...next, until: until.sort().at(-1)! }, first: begin };
}

function inMonth(first: string, from: string, to: string): string {
  const month = (day: string) => Temporal.PlainDate.from(day).toPlainYearMonth();
  const { months } = month(from).until(month(to), { largestUnit: "month" });
  return month(first).add({ months }).toPlainDate({ day: Number(to.slice(8)) }).toString();
}

function nthDay(course: Course, number: number): string {
  return take(course, Math.max(number, 1)).at(-1)!;
}

function take({ rule, first }: Course, number: number): string[] {
  return daysOf({ ...rule, until: null, count: null }, first).take(number).toArray();
}

/** A series that is moved: the n-th day of the old course becomes the n-th of the new one. */
export function moveSlots(
  slots: readonly Slot[],
  { old, next, through, by }: { old: Course; next: Course; through: string; by: number },
): Relaid {
  const before = daysThrough(old.rule, old.first, { through });
  const after = take(next, before.length + 1);
  const places = new Map(before.map((day, at) => [day, after[at]!]));
  return {
    days: new Map(slots.map(({ id, day }) => [id, places.get(day) ?? addDays(day, by)])),
    missing: [],
    through: addDays(after.at(-1)!, -1),
  };
}

interface Ruling {
  next: Course;
  knownDays: ReadonlySet<string>;
  by: number;
  addressed: number;
  horizon: string;
  max: number;
  mayMake(day: string): boolean;
}

/**
 * A series that gets another rule: occurrences whose day the rule has too stay, and those that have
 * begun; the others go, and what is missing is made. A day whose occurrence was deleted stays empty.
 * @returns null if the rule has no day for the addressed occurrence
 */
export function reruleSlots(slots: readonly Slot[], ruling: Ruling): Relaid | null {
  const { next, knownDays, by, addressed, horizon, max, mayMake } = ruling;
  const wanted = daysThrough(next.rule, next.first, { through: horizon });
  const has = new Set(wanted);
  const days = new Map<number, string | null>();
  for (const { id, day, hasBegun } of slots) {
    const own = addDays(day, by);
    if (id === addressed && !hasBegun) {
      const free = wanted.find((one) => one >= own);
      if (free === undefined) return null;
      days.set(id, free);
    } else days.set(id, has.has(own) || hasBegun ? own : null);
  }
  const target = days.get(addressed);
  for (const [id, day] of days) if (day === target && id !== addressed) days.set(id, null);
  const remaining = new Set(days.values());
  const missing = wanted.filter((day) =>
    !remaining.has(day) && !knownDays.has(day) && mayMake(day)
  );
  const newDays = missing.slice(0, max);
  return {
    days,
    missing: newDays,
    through: newDays.length < missing.length ? newDays.at(-1)! : horizon,
  };
}
