import {
  addDays,
  dayIn,
  formatAhead,
  formatDay,
  formatHour,
  formatTime,
} from "@/lib/values/dates.ts";
import { dateWords } from "@/lib/words/dates.ts";
import { type Language, locales } from "@/lib/words/language.ts";
import { agoWords } from "@/lib/words/phone/inbox.ts";

export const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

export function byDay<T>(entries: T[], instantOf: (entry: T) => string): [string, T[]][] {
  const zone = timeZone();
  const days = new Map<string, T[]>();
  for (const entry of entries) {
    const day = dayIn(zone, new Date(instantOf(entry)));
    const entries = days.get(day);
    if (entries) entries.push(entry);
    else days.set(day, [entry]);
  }
  return [...days];
}

/** The name of a day that has begun: "hoy", "ayer", "martes", and from a week on its date. */
export function dayName(day: string, now: number, language: Language): string {
  const today = dayIn(timeZone(), new Date(now));
  if (day >= today) return dateWords.today[language];
  if (day === addDays(today, -1)) return dateWords.yesterday[language];
  if (day > addDays(today, -7)) {
    return new Intl.DateTimeFormat(locales[language], { weekday: "long", timeZone: "UTC" })
      .format(new Date(`${day}T00:00:00Z`));
  }
  return formatDay(day, language);
}

/** Wall-clock time: "17:40". */
export function hourOf(instant: string, language: Language): string {
  return formatHour(new Date(instant), { language, timeZone: timeZone() });
}

/** A past or a near instant: "hoy 17:40", and beyond a week its date. */
export function whenOf(instant: string, now: number, language: Language): string {
  const zone = timeZone();
  const place = { language, timeZone: zone, now: new Date(now) };
  const at = new Date(instant);
  return at.getTime() > now ? formatAhead(at, place) : formatTime(at, place);
}

/** Formats an age: "hace 5 min", "hace 3 h", "hace 2 días". */
export function age(milliseconds: number, language: Language): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  if (minutes < 1) return dateWords.now[language];
  if (minutes < 60) return dateWords.minutesAgo(minutes)[language];
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return agoWords.hours(hours)[language];
  return agoWords.days(Math.floor(hours / 24))[language];
}
