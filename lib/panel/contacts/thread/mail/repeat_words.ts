import { formatDay } from "@/lib/values/dates.ts";
import type { InvitedEvent } from "@/lib/panel/contacts/thread/mail/invitation_href.ts";
import { mailWords } from "@/lib/panel/contacts/thread/mail/words.ts";
import { ruleWords, weekdayName } from "@/lib/panel/events/repeat/rule_words.ts";
import { repeatWords } from "@/lib/panel/events/repeat/words.ts";
import type { Language } from "@/lib/words/language.ts";

type Repeat = NonNullable<InvitedEvent["repeats"]>;

/** "Cada martes hasta el 30 de junio de 2027", of an event that is on a day. */
export function invitedRule(repeats: Repeat, day: string, language: Language): string {
  const { until, count, over } = repeats;
  const cycle = cycleWords(repeats, day, language);
  const sentence = until
    ? repeatWords.until(cycle, formatDay(until, language))[language]
    : count
    ? repeatWords.count(cycle, count)[language]
    : cycle;
  return over ? mailWords.repeats.over(sentence)[language] : sentence;
}

function cycleWords(
  { freq, interval, by_weekday, by_month_day, nth_weekday }: Repeat,
  day: string,
  language: Language,
): string {
  const { every, nthOfMonth, monthDay, lastDay, yearly, yearlyNth, other } = mailWords.repeats;
  if (freq === "other") return other[language];
  if (freq === "daily" || freq === "weekly") {
    return ruleWords({ freq, interval, by_weekday }, day, language);
  }
  const nth = nth_weekday && {
    place: mailWords.repeats.places[nth_weekday.nth as 1][language],
    weekday: weekdayName(nth_weekday.weekday, language, "long"),
  };
  const cycle = every[freq](interval)[language];
  const month = new Intl.DateTimeFormat(language, { month: "long", timeZone: "UTC" })
    .format(new Date(`${day}T00:00:00Z`));
  if (freq === "yearly") {
    return nth
      ? yearlyNth(cycle, nth.place, nth.weekday, month)[language]
      : yearly(cycle, Number(day.slice(8)), month)[language];
  }
  if (nth) return nthOfMonth(cycle, nth.place, nth.weekday)[language];
  return by_month_day === -1
    ? lastDay(cycle)[language]
    : monthDay(cycle, by_month_day ?? Number(day.slice(8)))[language];
}
