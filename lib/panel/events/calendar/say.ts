import {
  dayMinutes,
  instantAt,
  lengthOfDay,
  minuteMs,
  wallTime,
} from "@/lib/panel/events/calendar/clock.ts";
import type { CalendarView } from "@/lib/panel/events/calendar/period.ts";
import { daysOfEvent, type Times } from "@/lib/panel/events/calendar/times.ts";
import { type Language, locales, speak } from "@/lib/words/language.ts";
import { calendarWords } from "@/lib/panel/events/words.ts";

export type Say = ReturnType<typeof sayIn>;

const cache = new Map<string, Say>();

/** How the calendar says days and times. Days are `YYYY-MM-DD`, instants epoch milliseconds. */
export function calendarSay(language: Language, timeZone: string): Say {
  const key = `${language} ${timeZone}`;
  const say = cache.get(key) ?? sayIn(language, timeZone);
  cache.set(key, say);
  return say;
}

function sayIn(language: Language, timeZone: string) {
  const words = speak(calendarWords, language);
  const of = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(locales[language], { timeZone: "UTC", ...options });
    return (day: string) => formatter.format(new Date(`${day}T00:00:00Z`));
  };
  const range = new Intl.DateTimeFormat(locales[language], {
    timeZone: "UTC",
    day: "numeric",
    month: "short",
    year: "numeric",
  });
  const monthAndYear = of({ month: "long", year: "numeric" });
  const wholeDay = of({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
  const shortDay = of({ weekday: "short", day: "numeric", month: "short" });

  /** The second of two equal times, when the clocks go back, is said to be. */
  const time = (at: number) => {
    const { day, minute } = wallTime(at, timeZone);
    const [hours, minutes] = [Math.floor(minute / 60), minute % 60]
      .map((part) => String(part).padStart(2, "0"));
    const text = `${hours}:${minutes}`;
    const isLong = lengthOfDay(day, timeZone) > dayMinutes;
    const isFirst = !isLong || instantAt({ day, minute }, timeZone) >= at - at % minuteMs;
    return isFirst ? text : words.again(text);
  };
  const times = ({ start, end, isAllDay }: Times) =>
    isAllDay ? words.allDay : end > start ? `${time(start)}–${time(end)}` : time(start);

  return {
    weekday: of({ weekday: "short" }),
    listDay: of({ weekday: "long", day: "numeric", month: "long" }),
    month: of({ month: "short" }),
    time,
    times,
    /** Days and times: "lun 23 nov, 10:00–11:00". */
    when: (event: Times) => {
      const [first, last] = daysOfEvent(event, timeZone);
      if (first === last) {
        return `${shortDay(first)}, ${event.isAllDay ? words.allDay.toLowerCase() : times(event)}`;
      }
      if (event.isAllDay) return `${shortDay(first)} – ${shortDay(last)}`;
      return `${shortDay(first)}, ${time(event.start)} – ${shortDay(last)}, ${time(event.end)}`;
    },
    period: (view: CalendarView, day: string, days: readonly string[]) => {
      if (view === "month") return capital(monthAndYear(day));
      if (view === "day") return capital(wholeDay(day));
      const [first, last] = [days[0]!, days.at(-1)!].map((one) => new Date(`${one}T00:00:00Z`));
      return range.formatRange(first!, last!);
    },
  };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
