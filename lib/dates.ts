import { dateWords } from "@/lib/words/dates.ts";
import { type Language, locales } from "@/lib/words/language.ts";

export interface TimeFormat {
  language: Language;
  timeZone: string;
  now: Date;
}

export const defaultTimeZone = "Europe/Madrid";

const minute = 60_000;

/** "hace 5 min", "ayer 17:40", "3 mar 2024"; the future counts as now, since clocks differ. */
export function formatTime(instant: Date, { language, timeZone, now }: TimeFormat): string {
  const ago = now.getTime() - instant.getTime();
  if (ago < minute) return dateWords.now[language];
  if (ago < 60 * minute) {
    return dateWords.minutesAgo(Math.floor(ago / minute))[language];
  }
  const days = dayNumber(now, timeZone) - dayNumber(instant, timeZone);
  if (days >= 7) return formatDate(instant, { language, timeZone, now });
  const time = format(language, { timeZone, hour: "2-digit", minute: "2-digit" }, instant);
  if (days === 0) return `${dateWords.today[language]} ${time}`;
  if (days === 1) return `${dateWords.yesterday[language]} ${time}`;
  return `${format(language, { timeZone, weekday: "long" }, instant)} ${time}`;
}

/** The day of something planned ("ayer", "hoy", "mañana", "3 mar"), and whether it is past. */
export function formatDue(instant: Date, place: TimeFormat): { text: string; isPast: boolean } {
  const { language, timeZone, now } = place;
  const ahead = dayNumber(instant, timeZone) - dayNumber(now, timeZone);
  const near = { [-1]: dateWords.yesterday, 0: dateWords.today, 1: dateWords.tomorrow }[ahead];
  return { text: near?.[language] ?? formatDate(instant, place), isPast: ahead < 0 };
}

/** "17:40". */
export function formatHour(
  instant: Date,
  { language, timeZone }: Omit<TimeFormat, "now">,
): string {
  return format(language, { timeZone, hour: "2-digit", minute: "2-digit" }, instant);
}

export function formatAhead(instant: Date, place: TimeFormat): string {
  const { language, timeZone } = place;
  const time = format(language, { timeZone, hour: "2-digit", minute: "2-digit" }, instant);
  return `${formatDue(instant, place).text} ${time}`;
}

const wholeMinute = {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
} as const;

export function formatInstant(
  instant: Date,
  { language, timeZone }: Omit<TimeFormat, "now">,
): string {
  return format(language, { timeZone, ...wholeMinute, second: "2-digit" }, instant);
}

/** To the minute, for texts that people outside read: "jueves, 19 de noviembre de 2026, 17:40 CET". */
export function formatMinute(
  instant: Date,
  { language, timeZone }: Omit<TimeFormat, "now">,
): string {
  return format(language, { timeZone, ...wholeMinute }, instant);
}

function formatDate(instant: Date, { language, timeZone, now }: TimeFormat): string {
  const year = (date: Date) => format("en", { timeZone, year: "numeric" }, date);
  const sameYear = year(instant) === year(now);
  return format(language, {
    timeZone,
    day: "numeric",
    month: "short",
    ...(sameYear ? {} : { year: "numeric" }),
  }, instant);
}

function dayNumber(instant: Date, timeZone: string): number {
  const parts = formatter("en", { timeZone, year: "numeric", month: "numeric", day: "numeric" })
    .formatToParts(instant);
  const of = (type: string) => Number(parts.find((part) => part.type === type)!.value);
  return Date.UTC(of("year"), of("month") - 1, of("day")) / (24 * 60 * minute);
}

function format(language: Language, options: Intl.DateTimeFormatOptions, instant: Date): string {
  return formatter(locales[language], options).format(instant);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making one takes longer than using it a hundred times, so they are kept. */
function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  let found = formatters.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(locale, options);
    formatters.set(key, found);
  }
  return found;
}

/** A calendar day, `YYYY-MM-DD`, written out: "3 de marzo de 2026", "3 March 2026". */
export function formatDay(day: string, language: Language): string {
  const options = { timeZone: "UTC", day: "numeric", month: "long", year: "numeric" } as const;
  return format(language, options, new Date(`${day}T00:00:00Z`));
}

/** A day in a few letters: "3 mar", and "3 mar 2024" in another year than that of `today`. */
export function formatShortDay(day: string, language: Language, today: string): string {
  const year = day.slice(0, 4) === today.slice(0, 4) ? {} : { year: "numeric" } as const;
  const options = { timeZone: "UTC", day: "numeric", month: "short", ...year } as const;
  return format(language, options, new Date(`${day}T00:00:00Z`));
}

/** A month, `YYYY-MM`: "nov", or "noviembre de 2026". */
export function formatMonth(month: string, language: Language, form: "short" | "long"): string {
  const year = form === "long" ? { year: "numeric" } as const : {};
  const options = { timeZone: "UTC", month: form, ...year } as const;
  return format(language, options, new Date(`${month}-01T00:00:00Z`));
}

/** The days of a range: "1 nov – 30 nov 2026", or the one day that it is. */
export function formatRange(
  { from, to }: { from: string; to: string },
  language: Language,
): string {
  if (from === to) return formatDay(from, language);
  const days = [from, to].map((day) => formatShortDay(day, language, to));
  return `${days.join(" – ")} ${to.slice(0, 4)}`;
}

/** The calendar day in the time zone at an instant. */
export function dayIn(timezone: string, at: Date): string {
  return formatter("en-CA", {
    timeZone: timezone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(at);
}

export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** 1 is Monday, 7 is Sunday (ISO 8601). */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

export function mondayOf(day: string): string {
  return addDays(day, 1 - weekdayOf(day));
}

export function nextMonday(day: string): string {
  return addDays(mondayOf(day), 7);
}

/** A calendar day with its weekday: "vie, 27 nov"; near ones by their name: "mañana". */
export function formatNearDay(day: string, language: Language, today: string): string {
  if (day === today) return dateWords.today[language];
  if (day === addDays(today, 1)) return dateWords.tomorrow[language];
  const year = day.slice(0, 4) === today.slice(0, 4) ? {} : { year: "numeric" } as const;
  const options = { timeZone: "UTC", weekday: "short", day: "numeric", month: "short" } as const;
  return format(language, { ...options, ...year }, new Date(`${day}T00:00:00Z`));
}

/** Of two instants in the time zone the first; an hour later where clocks skip `local`. */
export function instantIn(timezone: string, local: string): Date {
  const shown = Date.parse(`${local}:00Z`);
  const before = offsetIn(timezone, shown - 86_400_000);
  const after = offsetIn(timezone, shown + 86_400_000);
  const [first, second] = [shown - before, shown - after];
  const isSecond = offsetIn(timezone, first) !== before && offsetIn(timezone, second) === after;
  return new Date(isSecond ? second : first);
}

export function endOfDay(day: string, timezone: string): Date {
  return instantIn(timezone, `${addDays(day, 1)}T00:00`);
}

function offsetIn(timezone: string, at: number): number {
  const parts = clocksOf(timezone).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)!.value;
  return Date.parse(
    `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}:` +
      `${part("second")}Z`,
  ) - at;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clocksOf(timezone: string): Intl.DateTimeFormat {
  const known = clocks.get(timezone) ?? new Intl.DateTimeFormat("en-CA", {
    timeZone: timezone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  clocks.set(timezone, known);
  return known;
}
