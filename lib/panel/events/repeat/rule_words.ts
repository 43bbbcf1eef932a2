import { type Frequency, type Weekday, weekdays } from "@/lib/crm/events/rule.ts";
import { formatDay, weekdayOf } from "@/lib/values/dates.ts";
import { repeatWords } from "@/lib/panel/events/repeat/words.ts";
import { type Language, locales } from "@/lib/words/language.ts";

/** A rule as far as it is said; what it leaves to the start is taken from its day. */
export interface SpokenRule {
  freq: Frequency;
  interval?: number;
  by_weekday?: Weekday[] | null;
  by_month_day?: number | null;
  until?: string | null;
  count?: number | null;
}

/** "Cada martes y jueves hasta el 30 de junio de 2027", of a rule that begins on a day. */
export function ruleWords(rule: SpokenRule, day: string, language: Language): string {
  const { until, count } = rule;
  const cycle = cycleWords(rule, day, language);
  if (until) return repeatWords.until(cycle, formatDay(until, language))[language];
  return count ? repeatWords.count(cycle, count)[language] : cycle;
}

function cycleWords(rule: SpokenRule, day: string, language: Language): string {
  const { freq, interval = 1, by_weekday, by_month_day } = rule;
  const words = repeatWords;
  if (freq === "daily") return words.everyDay(interval)[language];
  if (freq === "monthly") {
    return words.everyMonth(interval, by_month_day ?? Number(day.slice(8)))[language];
  }
  const days = by_weekday ?? [weekdayOn(day)];
  if (interval === 1 && days.join() === weekdays.slice(0, 5).join()) {
    return words.workdays[language];
  }
  const names = new Intl.ListFormat(locales[language])
    .format(days.map((one) => weekdayName(one, language, "long")));
  return interval === 1
    ? words.onDays(names)[language]
    : words.everyWeek(interval, names)[language];
}

export function weekdayOn(day: string): Weekday {
  return weekdays[weekdayOf(day) - 1]!;
}

export function weekdayName(day: Weekday, language: Language, form: "long" | "short"): string {
  const monday = Date.UTC(2024, 0, 1);
  const at = new Date(monday + weekdays.indexOf(day) * 86_400_000);
  return new Intl.DateTimeFormat(locales[language], { timeZone: "UTC", weekday: form }).format(at);
}
