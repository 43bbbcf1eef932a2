import { anyOf, whole, wordsIn } from "@/lib/panel/tasks/folding.ts";
import { quickWords } from "@/lib/panel/tasks/quick_add_words.ts";

/** How a line can name an hour; `read` gives it as `HH:MM`. */
interface TimeRule {
  pattern: RegExp;
  read: (match: RegExpExecArray) => string | undefined;
}

const parts = wordsIn(quickWords.partsOfDay).join("|");
const partOfDay = `\\s+${anyOf(quickWords.ofThe)}\\s+(${parts})`;
const half = `(?:\\s*(am|pm)|${partOfDay})?`;

const hours = [quickWords.hours.es.split(" "), quickWords.hours.en.split(" ")];
/** Behind an hour in letters: "a las dos clientas" is none. */
const end = "(?=\\s*(?:$|[,.;@#]|(?:el|on|hoy|today|manana|tomorrow)(?!\\p{L})))";

/** The first hour that `7h` may mean without more words. */
const earliest = 7;

export const timeRules: TimeRule[] = [
  {
    pattern: whole(`${anyOf(quickWords.at)}\\s+(\\d{1,2})(?:[:.h](\\d{2}))?h?${half}`),
    read: ([, hour, minute, english, spanish]) => timeOf(hour!, minute, english ?? spanish),
  },
  {
    pattern: whole(
      `${anyOf(quickWords.at)}\\s+(${hours.flat().join("|")})` +
        `(\\s+${anyOf(quickWords.halfPast)})?(?:${partOfDay}|${end})`,
    ),
    read: ([, word, past, part]) =>
      timeOf(`${hours.find((of) => of.includes(word!))!.indexOf(word!) + 1}`, past && "30", part),
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

const late = ["pm", "tarde", "noche", "afternoon", "evening"];

/** Hours that nobody works at are those of the afternoon: "a las 5" is 17:00. */
function timeOf(
  hour: string,
  minute = "00",
  half?: string,
  { isExact = false } = {},
): string | undefined {
  const said = Number(hour);
  const isLate = late.includes(half ?? "") ||
    (half === undefined && !isExact && said >= 1 && said <= 7);
  const hours = half === "am" && said === 12 ? 0 : isLate && said < 12 ? said + 12 : said;
  if (hours > 23 || Number(minute) > 59) return undefined;
  return `${String(hours).padStart(2, "0")}:${minute}`;
}
