import { instantIn } from "@/lib/values/dates.ts";
import { CellError } from "@/lib/records/imports/csv_values.ts";
import { wordsOf } from "@/lib/records/search_words.ts";
import { importWords } from "@/lib/words/imports.ts";

/** First part of `1/2/2026`; `unclear`: rows of the column contradict each other. */
export type DateOrder = "day" | "month" | "unclear";

/** Decides by dates that can be read in one way alone, such as `12/31/2026`; undefined without any. */
export function dateOrderOf(cells: Iterable<string>): DateOrder | undefined {
  const orders = new Set<DateOrder>();
  for (const cell of cells) {
    const [first, second] = slashed(cell)?.map(Number) ?? [];
    if (first! > 12 && second! <= 12) orders.add("day");
    if (second! > 12 && first! <= 12) orders.add("month");
  }
  if (orders.size === 2) return "unclear";
  return [...orders][0];
}

/** Accepts an RFC 3339 instant, or a day or local time in the company's time zone. */
export function readInstant(cell: string, timezone: string, order: DateOrder = "day"): string {
  if (/^[\d-]+T[\d:.]+(?:Z|[+-]\d\d:\d\d)$/i.test(cell)) return cell;
  const local = readDay(cell, order);
  return instantIn(timezone, local.length === 10 ? `${local}T00:00` : local).toISOString();
}

/**
 * Gives `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM` of `31/12/2026 9:30`, `2026-12-31`, `31 dic 2026`,
 * `Dec 31, 2026` and of the serial numbers of spreadsheets. @throws CellError
 */
export function readDay(cell: string, order: DateOrder = "day"): string {
  if (cell.length > longest) throw new CellError(importWords.day);
  if (serial.test(cell)) return daySince1900(Number(cell.replace(",", ".")));
  const { day: written, clock } = withoutClock(cell);
  const [year, month, day] = yearFirst(written) ?? numeric(written, order) ?? named(written) ?? [];
  const two = (part?: number) => String(part).padStart(2, "0");
  const date = `${year}-${two(month)}-${two(day)}`;
  const real = new Date(`${date}T${clock ?? "00:00"}:00Z`);
  const exists = !Number.isNaN(real.getTime()) && real.toISOString().startsWith(date);
  if (!exists) throw new CellError(importWords.day);
  return clock ? `${date}T${clock}` : date;
}

const longest = 60;

/** Serial days from 1927 to 2173. A year, or a day without signs, has another number of digits. */
const serial = /^[1-9]\d{4}(?:[.,]\d{1,12})?$/;
const minutesOfDay = 1440;

/** Day 60 of 1900, which was none, is long past: counted from the 30th of December 1899. */
function daySince1900(days: number): string {
  const minutes = Math.round(days * minutesOfDay);
  const at = new Date(Date.UTC(1899, 11, 30) + minutes * 60_000).toISOString();
  return minutes % minutesOfDay === 0 ? at.slice(0, 10) : at.slice(0, 16);
}

const time = /^(.*\d)(?:[.,]? |T)(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d{1,9})?)? ?([ap]\.? ?m\.?)?$/i;

function withoutClock(cell: string): { day: string; clock?: string } {
  const text = cell.replace(/\s+/g, " ");
  const [, day, hours, minutes, half] = time.exec(text) ?? [];
  if (day === undefined) return { day: text };
  const isHalf = half !== undefined && Number(hours) >= 1 && Number(hours) <= 12;
  const hour = isHalf
    ? Number(hours) % 12 + (/^p/i.test(half) ? 12 : 0)
    : half === undefined
    ? Number(hours)
    : Number.NaN;
  return { day, clock: `${String(hour).padStart(2, "0")}:${minutes}` };
}

type Parts = [year: number, month: number, day: number];

function yearFirst(text: string): Parts | undefined {
  const match = /^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})$/.exec(text);
  return match ? [Number(match[1]), Number(match[3]), Number(match[4])] : undefined;
}

function slashed(text: string): string[] | undefined {
  return /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?![\d/.-])/.exec(text)?.slice(1);
}

function numeric(text: string, order: DateOrder): Parts | undefined {
  const parts = slashed(text)?.map(Number);
  if (!parts || !/\d$/.test(text) || text.includes(" ")) return undefined;
  const [first, second, year] = parts as [number, number, number];
  if (order === "unclear" && first <= 12 && second <= 12 && first !== second) {
    throw new CellError(importWords.dayOrMonth);
  }
  const isMonthFirst = order === "month" || order === "unclear" && second > 12;
  return isMonthFirst ? [year, first, second] : [year, second, first];
}

function named(text: string): Parts | undefined {
  const words = text.split(/[ ,./-]+/).filter((word) =>
    word !== "" && !/^(?:del?|of|the)$/i.test(word)
  );
  const [first, ...others] = words;
  const parts = first && isWeekday(first) ? others : words;
  if (parts.length !== 3) return undefined;
  const [one, two, year] = parts as [string, string, string];
  if (!/^\d{4}$/.test(year)) return undefined;
  const [day, month] = /^\d/.test(one) ? [one, two] : [two, one];
  const number = /^(\d{1,2})(?:st|nd|rd|th|º|ª)?$/i.exec(day)?.[1];
  const at = monthOf(month);
  return number && at ? [Number(year), at, Number(number)] : undefined;
}

const months = [
  ["enero", "january"],
  ["febrero", "february"],
  ["marzo", "march"],
  ["abril", "april"],
  ["mayo", "may"],
  ["junio", "june"],
  ["julio", "july"],
  ["agosto", "august"],
  ["septiembre", "setiembre", "september"],
  ["octubre", "october"],
  ["noviembre", "november"],
  ["diciembre", "december"],
];

function monthOf(written: string): number {
  const [word = ""] = wordsOf(written);
  if (word.length < 3) return 0;
  return 1 + months.findIndex((names) => names.some((name) => name.startsWith(word)));
}

const weekdays = [
  ...["lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo"],
  ...["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
];

function isWeekday(written: string): boolean {
  const [word = ""] = wordsOf(written);
  return word.length >= 3 && weekdays.some((name) => name.startsWith(word));
}
