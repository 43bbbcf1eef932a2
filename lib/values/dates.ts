import { dateWords } from "@/lib/words/dates.ts";
import { type Language, locales } from "@/lib/words/language.ts";

export interface TimeFormat {
  language: Language;
  timeZone: string;
  now: Date;
}

export const defaultTimeZone = "Europe/Madrid";

const minute = 60_000;

const time = { hour: "2-digit", minute: "2-digit" } as const;
const numericDay = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
const shortDay = { day: "numeric", month: "short" } as const;
const nearDay = { weekday: "short", ...shortDay } as const;
const longDay = { day: "numeric", month: "long", year: "numeric" } as const;
const wholeMinute = { weekday: "long", ...longDay, ...time, timeZoneName: "short" } as const;

const styles = {
  hour: time,
  weekday: { weekday: "long" },
  minute: wholeMinute,
  instant: { ...wholeMinute, second: "2-digit" },
  day: longDay,
  shortDay,
  shortDayOfYear: { ...shortDay, year: "numeric" },
  nearDay,
  nearDayOfYear: { ...nearDay, year: "numeric" },
  shortMonth: { month: "short" },
  month: { month: "long", year: "numeric" },
  isoDay: numericDay, // as Canada writes it
  clock: { ...numericDay, ...time, second: "2-digit", hourCycle: "h23" },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

/** "hace 5 min", "ayer 17:40", "3 mar 2024"; the future counts as now, since clocks differ. */
export function formatTime(instant: Date, { language, timeZone, now }: TimeFormat): string {
  const ago = now.getTime() - instant.getTime();
  if (ago < minute) return dateWords.now[language];
  if (ago < 60 * minute) {
    return dateWords.minutesAgo(Math.floor(ago / minute))[language];
  }
  const days = -daysAhead(instant, now, timeZone);
  if (days >= 7) return formatDate(instant, { language, timeZone, now });
  const time = format(styles.hour, language, timeZone, instant);
  if (days === 0) return `${dateWords.today[language]} ${time}`;
  if (days === 1) return `${dateWords.yesterday[language]} ${time}`;
  return `${format(styles.weekday, language, timeZone, instant)} ${time}`;
}

/** The day of something planned ("ayer", "hoy", "mañana", "3 mar"), and whether it is past. */
export function formatDue(instant: Date, place: TimeFormat): { text: string; isPast: boolean } {
  const { language, timeZone, now } = place;
  const ahead = daysAhead(instant, now, timeZone);
  const near = { [-1]: dateWords.yesterday, 0: dateWords.today, 1: dateWords.tomorrow }[ahead];
  return { text: near?.[language] ?? formatDate(instant, place), isPast: ahead < 0 };
}

export function formatHour(
  instant: Date,
  { language, timeZone }: Omit<TimeFormat, "now">,
): string {
  return format(styles.hour, language, timeZone, instant);
}

export function formatAhead(instant: Date, place: TimeFormat): string {
  const { language, timeZone } = place;
  const time = format(styles.hour, language, timeZone, instant);
  return `${formatDue(instant, place).text} ${time}`;
}

export function formatInstant(
  instant: Date,
  { language, timeZone }: Omit<TimeFormat, "now">,
): string {
  return format(styles.instant, language, timeZone, instant);
}

/** Formats to the minute, for customers: "jueves, 19 de noviembre de 2026, 17:40 CET". */
export function formatMinute(
  instant: Date,
  { language, timeZone }: Omit<TimeFormat, "now">,
): string {
  return format(styles.minute, language, timeZone, instant);
}

function formatDate(instant: Date, { language, timeZone, now }: TimeFormat): string {
  const [year, thisYear] = [instant, now].map((at) => dayIn(timeZone, at).slice(0, 4));
  const style = year === thisYear ? styles.shortDay : styles.shortDayOfYear;
  return format(style, language, timeZone, instant);
}

/** Calendar days from `now` to the instant. */
function daysAhead(instant: Date, now: Date, timeZone: string): number {
  const [day, today] = [instant, now].map((at) => Date.parse(dayIn(timeZone, at)));
  return (day! - today!) / (24 * 60 * minute);
}

/** A calendar day, `YYYY-MM-DD`, written out: "3 de marzo de 2026", "3 March 2026". */
export function formatDay(day: string, language: Language): string {
  return format(styles.day, language, "UTC", new Date(`${day}T00:00:00Z`));
}

/** A day in a few letters: "3 mar", and "3 mar 2024" in another year than that of `today`. */
export function formatShortDay(day: string, language: Language, today: string): string {
  const style = day.slice(0, 4) === today.slice(0, 4) ? styles.shortDay : styles.shortDayOfYear;
  return format(style, language, "UTC", new Date(`${day}T00:00:00Z`));
}

/** A month, `YYYY-MM`: "nov", or "noviembre de 2026". */
export function formatMonth(month: string, language: Language, form: "short" | "long"): string {
  const style = form === "long" ? styles.month : styles.shortMonth;
  return format(style, language, "UTC", new Date(`${month}-01T00:00:00Z`));
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
  return formatter(styles.isoDay, "en-CA", timezone).format(at);
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
  const style = day.slice(0, 4) === today.slice(0, 4) ? styles.nearDay : styles.nearDayOfYear;
  return format(style, language, "UTC", new Date(`${day}T00:00:00Z`));
}

/** Converts a local time to an instant: the first of two, or an hour later where clocks skip it. */
export function instantIn(timezone: string, local: string): Date {
  const wallClock = Date.parse(`${local}:00Z`);
  const before = offsetIn(timezone, wallClock - 86_400_000);
  const after = offsetIn(timezone, wallClock + 86_400_000);
  const [first, second] = [wallClock - before, wallClock - after];
  const isSecond = offsetIn(timezone, first) !== before && offsetIn(timezone, second) === after;
  return new Date(isSecond ? second : first);
}

export function endOfDay(day: string, timezone: string): Date {
  return instantIn(timezone, `${addDays(day, 1)}T00:00`);
}

function offsetIn(timezone: string, at: number): number {
  const parts = formatter(styles.clock, "en-CA", timezone).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)!.value;
  return Date.parse(
    `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}:` +
      `${part("second")}Z`,
  ) - at;
}

function format(
  style: Intl.DateTimeFormatOptions,
  language: Language,
  timeZone: string,
  instant: Date,
): string {
  return formatter(style, locales[language], timeZone).format(instant);
}

const formatters = new Map<Intl.DateTimeFormatOptions, Map<string, Intl.DateTimeFormat>>();

/** Making one takes longer than using it a hundred times, so they are kept. */
function formatter(
  style: Intl.DateTimeFormatOptions,
  locale: string,
  timeZone: string,
): Intl.DateTimeFormat {
  const ofStyle = formatters.get(style) ?? new Map<string, Intl.DateTimeFormat>();
  formatters.set(style, ofStyle);
  const key = `${locale} ${timeZone}`;
  const format = ofStyle.get(key) ?? new Intl.DateTimeFormat(locale, { ...style, timeZone });
  ofStyle.set(key, format);
  return format;
}
