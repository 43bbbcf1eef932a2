import { addDays, mondayOf, nextMonday, weekdayOf } from "@/lib/values/dates.ts";
import { anyOf, whole } from "@/lib/panel/tasks/folding.ts";
import type { Text } from "@/lib/words/language.ts";
import { quickWords } from "@/lib/panel/tasks/quick_add_words.ts";

/** How a line can name a day; `read` gives it, or undefined where there is no such day. */
export interface DayRule {
  pattern: RegExp;
  read: (match: RegExpExecArray) => string | undefined;
}

const words = quickWords;
const before = `(?:${anyOf(words.beforeDay)}\\s+)?`;
const isMorning = `(?<!(?:^|\\s)${anyOf(words.morning)}\\s+)`;
const month = `(${alternatives(words.months)}|sept|${alternatives(words.shortMonths)})\\.?`;
const onWeekday = `(?:(?:${alternatives(words.weekdays)}|${
  alternatives(words.shortWeekdays)
})[.,]?,?\\s+)?`;
const ordinal = "(\\d{1,2})(?:st|nd|rd|th)?";
const year = "(?:(?:,|\\s+de|\\s+del)?\\s+(\\d{4}))?";

/** Seen from a day `YYYY-MM-DD`. Without a year, a date is the next such day. */
export function dayRules(today: string): DayRule[] {
  const after = (days: number) => () => addDays(today, days);
  const dated = (day?: string, month?: string, year?: string) =>
    dateOf(today, Number(day), Number(month), year === undefined ? undefined : fullYear(year));
  return [
    { pattern: whole(before + anyOf(words.today)), read: after(0) },
    { pattern: whole(before + isMorning + anyOf(words.tomorrow)), read: after(1) },
    { pattern: whole(`${before}(?:the\\s+)?${anyOf(words.afterTomorrow)}`), read: after(2) },
    {
      pattern: whole(`(?:la\\s+)?${anyOf(words.nextWeek)}`),
      read: () => nextMonday(today),
    },
    {
      pattern: whole(`${before}(${alternatives(words.weekdays)}),?\\s+(?:the\\s+)?${ordinal}`),
      read: ([, name, day]) => dayOnWeekday(today, Number(day), placeOf(words.weekdays, name!)),
    },
    {
      pattern: whole(
        `${before}(${alternatives(words.weekdays)})(?:\\s+${anyOf(words.afterDay)})?`,
      ),
      read: ([, name]) => nextWeekday(today, placeOf(words.weekdays, name!)),
    },
    {
      pattern: whole(
        `${anyOf(words.in)}\\s+(\\d{1,3}|${anyOf(words.one)})\\s+` +
          `(?:(${anyOf(words.days)})|${anyOf(words.weeks)})`,
      ),
      read: ([, count, isDays]) => addDays(today, (Number(count) || 1) * (isDays ? 1 : 7)),
    },
    {
      pattern: whole(`${before}(\\d{1,2})/(\\d{1,2})(?:/(\\d{4}|\\d{2}))?`),
      read: ([, day, month, year]) => dated(day, month, year),
    },
    {
      pattern: whole(`${before}(\\d{1,2})[-.](\\d{1,2})[-.](\\d{4}|\\d{2})`),
      read: ([, day, month, year]) => dated(day, month, year),
    },
    {
      pattern: whole(`${before}(\\d{4})-(\\d{2})-(\\d{2})`),
      read: ([, year, month, day]) => dated(day, month, year),
    },
    {
      pattern: whole(`${before}${onWeekday}${ordinal}\\s+(?:de\\s+|of\\s+)?${month}${year}`),
      read: ([, day, name, year]) => dated(day, monthOf(name!), year),
    },
    {
      pattern: whole(`${before}${onWeekday}${month}\\s+${ordinal}${year}`),
      read: ([, name, day, year]) => dated(day, monthOf(name!), year),
    },
    {
      pattern: whole(
        "(?:para\\s+)?el\\s+dia\\s+(\\d{1,2})|(?:on|by)\\s+the\\s+(\\d{1,2})(?:st|nd|rd|th)",
      ),
      read: ([, spanish, english]) => dayOfMonth(today, Number(spanish ?? english)),
    },
  ];
}

const article = "(?:(?:el|los|the)\\s+)?";
const severalBefore = new RegExp(
  `(?:(?:^|\\s)(?:${anyOf(words.beforeSeveral)}\\s+${article}|${anyOf(words.thing)}\\s+)|` +
    "\\d\\s*[-–]\\s*)$",
  "u",
);
const severalAfter = new RegExp(
  `^\\s+${anyOf(words.betweenDays)}\\s+${article}` +
    `(?:\\d|${alternatives(words.weekdays)}|${anyOf(words.today, words.tomorrow)}(?!\\p{L}))`,
  "u",
);

/** "De lunes a viernes" is no day, nor is "los lunes", nor the end of "hasta el lunes". */
export function isOneOfSeveral(
  folded: string,
  { start, end }: { start: number; end: number },
): boolean {
  return severalBefore.test(folded.slice(Math.max(0, start - 20), start)) ||
    severalAfter.test(folded.slice(end, end + 30));
}

function alternatives({ es, en }: Text): string {
  return `${es} ${en}`.replaceAll(" ", "|");
}

function placeOf({ es, en }: Text, name: string): number {
  return Math.max(es.split(" ").indexOf(name), en.split(" ").indexOf(name));
}

function monthOf(name: string): string {
  const place = Math.max(placeOf(words.months, name), placeOf(words.shortMonths, name.slice(0, 3)));
  return String(place + 1);
}

/** The next one after today; 0 is Monday. */
function nextWeekday(today: string, weekday: number): string {
  const day = addDays(mondayOf(today), weekday);
  return day > today ? day : addDays(day, 7);
}

/** The next such day of a month that is that weekday, 0 is Monday: "domingo 29". */
function dayOnWeekday(today: string, day: number, weekday: number): string | undefined {
  const [year, month] = today.split("-").map(Number) as [number, number];
  return Array.from({ length: 24 }, (_, ahead) => month - 1 + ahead)
    .map((at) => existing(year + Math.floor(at / 12), at % 12 + 1, day))
    .find((date) => date !== undefined && date >= today && weekdayOf(date) === weekday + 1);
}

function fullYear(year: string): number {
  return Number(year.length === 2 ? `20${year}` : year);
}

function dateOf(today: string, day: number, month: number, year?: number): string | undefined {
  const first = Number(today.slice(0, 4));
  const years = year === undefined ? [first, first + 1, first + 2, first + 3, first + 4] : [year];
  return years.map((one) => existing(one, month, day))
    .find((date) => date !== undefined && (year !== undefined || date >= today));
}

function dayOfMonth(today: string, day: number): string | undefined {
  const [year, month] = today.split("-").map(Number) as [number, number];
  const months = [0, 1, 2].map((ahead) => month - 1 + ahead);
  return months.map((at) => existing(year + Math.floor(at / 12), at % 12 + 1, day))
    .find((date) => date !== undefined && date >= today);
}

/** Undefined for the 31st of April. */
function existing(year: number, month: number, day: number): string | undefined {
  const two = (part: number) => String(part).padStart(2, "0");
  const text = `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined;
}
