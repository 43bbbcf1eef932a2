import { addDays, dayIn, mondayOf } from "@/lib/values/dates.ts";
import { type ReportRange, reportRange } from "@/lib/figures/report_record.ts";

/** The ranges of days that reports offer by name; a link with a name means the days of its day. */

const units = ["week", "month", "quarter", "year"] as const;
type Unit = (typeof units)[number];
export const periods = [
  ...units.map((unit) => `this_${unit}` as const),
  ...units.map((unit) => `last_${unit}` as const),
];
export type Period = (typeof periods)[number];

/** The days of a period, seen from a day. Weeks begin on Monday. */
export function periodDays(period: Period, today: string): ReportRange {
  const unit = period.slice(5) as Unit;
  const from = firstOf(unit, today);
  if (period.startsWith("this_")) return { from, to: lastOf(unit, from) };
  const last = addDays(from, -1);
  return { from: firstOf(unit, last), to: last };
}

function firstOf(unit: Unit, day: string): string {
  const [year, month] = day.split("-").map(Number) as [number, number];
  switch (unit) {
    case "week":
      return mondayOf(day);
    case "month":
      return firstOfMonth(year, month);
    case "quarter":
      return firstOfMonth(year, month - (month - 1) % 3);
    case "year":
      return firstOfMonth(year, 1);
  }
}

const monthsIn = { month: 1, quarter: 3, year: 12 };

function lastOf(unit: Unit, first: string): string {
  if (unit === "week") return addDays(first, 6);
  const [year, month] = first.split("-").map(Number) as [number, number];
  return addDays(firstOfMonth(year, month + monthsIn[unit]), -1);
}

/** Months beyond the twelfth are those of the next year. */
function firstOfMonth(year: number, month: number): string {
  return new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10);
}

export interface AskedRange {
  range: ReportRange;
  /** The period that the range is, by name or by its days. */
  period?: Period;
  /** Parameters that were not understood. */
  ignored: string[];
}

/** Range of a page's address: a period's name, else days; this month where it has neither. */
export function readRange(params: URLSearchParams, timezone: string, now: Date): AskedRange {
  const today = dayIn(timezone, now);
  const ignored = [...new Set(params.keys())]
    .filter((name) => !["company_id", "period", "from", "to"].includes(name));
  const name = params.get("period");
  const named = periods.find((period) => period === name);
  if (named) return { range: periodDays(named, today), period: named, ignored };
  if (name) ignored.push("period");
  const bounds: Partial<ReportRange> = {};
  for (const end of ["from", "to"] as const) {
    const day = params.get(end);
    if (day && isDay(day)) bounds[end] = day;
    else if (day) ignored.push(end);
  }
  const range = rangeOf(bounds, timezone, now);
  if (!range) ignored.push("from", "to");
  const days = range ?? periodDays("this_month", today);
  const period = periods.find((one) => {
    const { from, to } = periodDays(one, today);
    return from === days.from && to === days.to;
  });
  return { range: days, period, ignored };
}

function isDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Returns the days; null where the last is before the first, or five years after it. */
function rangeOf(bounds: Partial<ReportRange>, timezone: string, now: Date): ReportRange | null {
  try {
    return reportRange(bounds, timezone, now);
  } catch {
    return null;
  }
}
