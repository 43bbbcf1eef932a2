import { type Language, locales } from "@/lib/words/language.ts";
import { type OpeningHours, type Weekday, weekdays } from "@/lib/values/opening_hours.ts";

/** Opening hours while they are edited: every day is there, and times may be empty. */
export type Week = Record<Weekday, [string, string][]>;

const usual: [string, string][] = [["09:00", "14:00"], ["16:00", "19:00"]];

export function toWeek(hours: OpeningHours | null): Week | null {
  if (hours === null) return null;
  const days = weekdays.map((day) => [day, (hours[day] ?? []).map(([from, to]) => [from, to])]);
  return Object.fromEntries(days) as Week;
}

export function usualWeek(): Week {
  const open = weekdays.slice(0, 5).map((day) => [day, usual]);
  return toWeek(Object.fromEntries(open) as OpeningHours)!;
}

/** Days on which a time is missing. */
export function incompleteDays(week: Week): Weekday[] {
  return weekdays.filter((day) => week[day].some((times) => times.includes("")));
}

/** The hours to add after those of the day. */
export function nextHours(day: [string, string][]): [string, string] {
  if (day.length === 0) return ["09:00", "14:00"];
  return day.length === 1 && day[0]![1] <= "16:00" ? ["16:00", "19:00"] : ["", ""];
}

/** `24:00` is midnight at the end of the day, which a time field has as `00:00`. */
export const shownTime = (time: string) => time === "24:00" ? "00:00" : time;
export const typedEnd = (time: string) => time === "00:00" ? "24:00" : time;

export function dayName(day: Weekday, language: Language): string {
  const at = Date.UTC(2024, 0, 1 + weekdays.indexOf(day));
  const name = new Intl.DateTimeFormat(locales[language], { timeZone: "UTC", weekday: "long" })
    .format(at);
  return name[0]!.toLocaleUpperCase(locales[language]) + name.slice(1);
}
