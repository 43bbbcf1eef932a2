import { anyOf, whole } from "@/lib/panel/tasks/folding.ts";
import { quickWords } from "@/lib/panel/tasks/quick_add_words.ts";

/** How a line can name an hour; `read` gives it as `HH:MM`. */
interface TimeRule {
  pattern: RegExp;
  read: (match: RegExpExecArray) => string | undefined;
}

const half = "(?:\\s*(am|pm)|\\s+de\\s+la\\s+(manana|tarde|noche))?";

/** The first hour that `7h` may mean without more words. */
const earliest = 7;

export const timeRules: TimeRule[] = [
  {
    pattern: whole(`${anyOf(quickWords.at)}\\s+(\\d{1,2})(?:[:.h](\\d{2}))?h?${half}`),
    read: ([, hour, minute, english, spanish]) => timeOf(hour!, minute, english ?? spanish),
  },
  {
    pattern: whole(`(\\d{1,2}):(\\d{2})${half}`),
    read: ([, hour, minute, english, spanish]) =>
      timeOf(hour!, minute, english ?? spanish, { isExact: true }),
  },
  {
    pattern: whole(`(\\d{1,2})\\s*(?:h|hs|hrs|horas)(?:\\s*(\\d{2}))?${half}`),
    // "2 h" is how long something takes.
    read: ([, hour, minute, english, spanish]) =>
      Number(hour) < earliest && !english && !spanish
        ? undefined
        : timeOf(hour!, minute, english ?? spanish, { isExact: true }),
  },
  {
    pattern: whole("(\\d{1,2})\\s*(am|pm)"),
    read: ([, hour, english]) => timeOf(hour!, undefined, english),
  },
];

/** Hours that nobody works at are those of the afternoon: "a las 5" is 17:00. */
function timeOf(
  hour: string,
  minute = "00",
  half?: string,
  { isExact = false } = {},
): string | undefined {
  const said = Number(hour);
  const isLate = half === "pm" || half === "tarde" || half === "noche" ||
    (half === undefined && !isExact && said >= 1 && said <= 7);
  const hours = half === "am" && said === 12 ? 0 : isLate && said < 12 ? said + 12 : said;
  if (hours > 23 || Number(minute) > 59) return undefined;
  return `${String(hours).padStart(2, "0")}:${minute}`;
}
