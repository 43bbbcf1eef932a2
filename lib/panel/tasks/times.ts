import { type Clock, minuteOf, type Span, spanOf } from "@/lib/panel/tasks/clock.ts";
import type { Folded } from "@/lib/panel/tasks/folding.ts";
import { wordsIn } from "@/lib/panel/tasks/folding.ts";
import { behind, type LineWord, lineWords, stands } from "@/lib/panel/tasks/line_words.ts";
import { quickWords as words } from "@/lib/panel/tasks/quick_add_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** An hour in a line, or the hours from one to another. */
export interface Time extends Span {
  start: number;
  end: number;
  /** Whether it is an hour only if a day stands beside it. */
  isBesideDay: boolean;
}

/** An hour as it stands in the line. */
interface ClockText extends Clock {
  /** Place of the next word. */
  next: number;
  isInLetters: boolean;
  /** Minutes behind a colon, a dot or an h. */
  figures?: ":" | "." | "h";
  hasSign: boolean;
  hasMinutesInWords: boolean;
}

interface Reading extends Span {
  next: number;
  isBesideDay?: boolean;
}

const noonMinutes = 12 * 60;
/** The first hour that `7h` may mean without more words. */
const earliest = 7;
const parts = wordsIn(words.partsOfDay);
const english = words.partsOfDay.en.split("|");

/** All that may be an hour. What is not understood whole is none. */
export function timesIn(folded: Folded): Time[] {
  const line = lineWords(folded);
  return line.flatMap((word, at): Time[] => {
    if (word.isJoined && at > 0 && !/[("«“,;-]/.test(line[at - 1]!.text)) return [];
    const reading = range(line, at) ?? single(line, at);
    if (!reading || isVague(line, at, reading.next)) return [];
    const { next, from, to, isBesideDay = false } = reading;
    return [{ start: word.start, end: line[next - 1]!.end, from, to, isBesideDay }];
  });
}

function single(line: LineWord[], at: number): Reading | undefined {
  return withPart(line, at) ?? afterAt(line, at) ?? fraction(line, at) ?? noon(line, at) ??
    bare(line, at);
}

/** "Esta noche a las 9", "tonight at 9", "morning at 9". */
function withPart(line: LineWord[], at: number): Reading | undefined {
  const tonight = behind(line, at, words.tonight);
  const on = behind(line, at, words.onThe);
  const name = line[on]?.text ?? "";
  const isPart = on > at ? parts.includes(name) : english.includes(name);
  if (tonight === at && !isPart) return undefined;
  const comma = tonight > at ? tonight : on + 1;
  const hour = comma + (line[comma]?.text === "," ? 1 : 0);
  const lead = behind(line, hour, words.at);
  const clock = lead > hour ? clockAt(line, lead) : undefined;
  if (!clock || clock.part) return undefined;
  return readingOf({ ...clock, part: tonight > at ? "night" : name });
}

function afterAt(line: LineWord[], at: number): Reading | undefined {
  const lead = behind(line, at, words.at);
  const article = lead > at ? lead : behind(line, at, words.article);
  const clock = article > at ? clockAt(line, article) : undefined;
  if (!clock) return undefined;
  const isSure = clock.part !== undefined || clock.hasSign || clock.hasMinutesInWords;
  if (lead === at && !isSure) return undefined;
  if (clock.isInLetters && !isSure && !isEnd(line, clock.next)) return undefined;
  if (!clock.part && !clock.hasSign && clock.figures !== ":" && isCounted(line, clock.next)) {
    return undefined;
  }
  const long = behind(line, clock.next, words.hoursLong);
  return readingOf({ ...clock, next: long });
}

/** "Half past eight", "a quarter to 5 pm", "cuarto para las once". */
function fraction(line: LineWord[], at: number): Reading | undefined {
  const lead = behind(line, at, words.at);
  const first = lead + (["a", "un"].includes(line[lead]?.text ?? "") ? 1 : 0);
  const name = line[first]?.text;
  const isFraction = name === words.half.en || name === words.quarter.en ||
    name === words.quarter.es;
  const count = isFraction ? name === words.half.en ? 30 : 15 : countOf(name);
  const way = line[first + 1]?.text;
  const isSpanish = way === "para";
  const isPast = way === words.past.en;
  if (count === undefined || !isPast && !isSpanish && way !== words.less.en) return undefined;
  const article = isSpanish ? behind(line, first + 2, words.article) : first + 2;
  const clock = isSpanish && article === first + 2 ? undefined : clockAt(line, article);
  if (!clock || clock.minutes !== 0) return undefined;
  if (!isFraction && lead === at && !clock.part || isCounted(line, clock.next)) return undefined;
  if (name === words.half.en && !isPast) return undefined;
  return readingOf({ ...clock, minutes: isPast ? count : -count });
}

function noon(line: LineWord[], at: number): Reading | undefined {
  const lead = behind(line, at, words.atNoon);
  const isBesideDay = lead === at;
  const ofNoon = behind(line, lead, words.noon);
  if (ofNoon > lead) return { next: ofNoon, from: noonMinutes, isBesideDay };
  const next = behind(line, lead, words.midnight);
  return next > lead ? { next, from: 2 * noonMinutes, isBesideDay } : undefined;
}

/** `9:30`, `21h`, `9.30h`, `5pm`. */
function bare(line: LineWord[], at: number): Reading | undefined {
  const clock = clockAt(line, at);
  if (!clock || clock.isInLetters || clock.hasMinutesInWords) return undefined;
  const { part, hasSign, figures, next, hour } = clock;
  const isShort = part === "am" || part === "pm";
  const isLength = hasSign && !figures && (stands(line, at, words.beforeLength) ||
    hour < earliest && !part || behind(line, next, words.of) > next);
  const isHour = figures === ":" || figures === "h" || isShort || hasSign && !isLength;
  if (!isHour || isLength || !part && isCounted(line, next)) return undefined;
  return readingOf({ ...clock, isExact: true });
}

/** "De 14 a 15:30", "between 2 and 3 pm", `14:00-15:30`. */
function range(line: LineWord[], at: number): Reading | undefined {
  const between = behind(line, at, words.between);
  const lead = Math.max(behind(line, at, words.from), between);
  const article = lead > at ? behind(line, lead, words.article) : lead;
  const first = clockAt(line, article, lead > at);
  if (!first) return undefined;
  const isDash = /^[-–]$/.test(line[first.next]?.text ?? "");
  const joint = isDash
    ? first.next + 1
    : lead === at
    ? first.next
    : behind(line, first.next, between > at ? words.and : words.until);
  const second = joint > first.next
    ? clockAt(line, isDash ? joint : behind(line, joint, words.article))
    : undefined;
  if (!second) return undefined;
  const ends = [first, second];
  const isMarked = article > lead ||
    ends.some(({ part, hasSign, figures, hasMinutesInWords }) =>
      part || hasSign || hasMinutesInWords || figures && figures !== "."
    );
  if (!isMarked && (lead === at || !isEnd(line, second.next))) return undefined;
  if (isCounted(line, second.next)) return undefined;
  const isExact = (one: ClockText) => one.isExact || one.figures === ":" && !one.part;
  const [from, to] = ends.map((one) => ({ ...one, isExact: isExact(one) })) as [
    ClockText,
    ClockText,
  ];
  const span = spanOf(from, to);
  return span && { ...span, next: second.next, isBesideDay: !isMarked };
}

function readingOf(clock: ClockText): Reading | undefined {
  const from = minuteOf(clock);
  return from === undefined ? undefined : { from, next: clock.next };
}

function clockAt(line: LineWord[], at: number, isFirst = false): ClockText | undefined {
  const word = line[at];
  const hour = hourOf(word?.text);
  if (!word || hour === undefined) return undefined;
  const isInLetters = !/\d/.test(word.text);
  const figures = isInLetters ? undefined : figuresAt(line, at + 1);
  const inWords = figures ? undefined : minutesAt(line, at + 1, isFirst);
  let next = figures?.next ?? inWords?.next ?? at + 1;
  const signed = Math.max(behind(line, next, words.sharp), behind(line, next, words.hourSign));
  const hasSign = signed > next;
  next = hasSign ? signed : figures ? behind(line, next, words.hoursLong) : next;
  const part = partAt(line, next);
  next = part?.next ?? next;
  // 1:50:20, 9.30.5 and 9,5 are something else.
  const [sign, digit] = [line[next], line[next + 1]];
  if (sign?.isJoined && /[:.,/]/.test(sign.text) && digit?.isJoined && /\d/.test(digit.text)) {
    return undefined;
  }
  if (sign?.isJoined && /[\p{L}\d]/u.test(sign.text)) return undefined;
  return {
    hour,
    minutes: figures?.minutes ?? inWords?.minutes ?? 0,
    part: part?.name,
    isExact: /^0/.test(word.text),
    next,
    isInLetters,
    figures: figures?.sign,
    hasSign,
    hasMinutesInWords: inWords !== undefined,
  };
}

function figuresAt(line: LineWord[], at: number) {
  const [sign, digits] = [line[at], line[at + 1]];
  if (!sign || !digits || !/^\d\d$/.test(digits.text)) return undefined;
  const isSign = /^[:.]$/.test(sign.text) && sign.isJoined && digits.isJoined || sign.text === "h";
  if (!isSign) return undefined;
  return { sign: sign.text as ":" | "." | "h", minutes: Number(digits.text), next: at + 2 };
}

function minutesAt(line: LineWord[], at: number, isFirst: boolean) {
  const thirty = behind(line, at, words.thirty);
  if (thirty > at) return { minutes: 30, next: thirty };
  const [way, name] = [line[at]?.text, line[at + 1]?.text];
  if (way !== words.past.es && way !== words.less.es) return undefined;
  const isHalf = name === words.half.es && way === words.past.es;
  const minutes = isHalf
    ? 30
    : name === words.quarter.es
    ? 15
    : isFirst
    ? undefined
    : countOf(name);
  if (minutes === undefined) return undefined;
  return { minutes: way === words.past.es ? minutes : -minutes, next: at + 2 };
}

function partAt(line: LineWord[], at: number): { name: string; next: number } | undefined {
  for (const name of ["am", "pm"] as const) {
    const next = behind(line, at, words[name]);
    if (next > at) return { name, next };
  }
  const tonight = behind(line, at, words.tonight);
  if (tonight > at) return { name: "night", next: tonight };
  const of = behind(line, at, words.ofThe);
  const name = line[of]?.text ?? "";
  return of > at && parts.includes(name) ? { name, next: of + 1 } : undefined;
}

const listed = ({ es, en }: Text) => [es.split(" "), en.split(" ")];
const hourNames = listed(words.hours);
const minuteNames = listed(words.minutes);

function placeIn(lists: string[][], name: string): number {
  return Math.max(...lists.map((list) => list.indexOf(name))) + 1;
}

function hourOf(text = ""): number | undefined {
  return /^\d{1,2}$/.test(text) ? Number(text) : placeIn(hourNames, text) || undefined;
}

function countOf(text = ""): number | undefined {
  return /^\d{1,2}$/.test(text) ? Number(text) : placeIn(minuteNames, text) * 5 || undefined;
}

function isVague(line: LineWord[], at: number, next: number): boolean {
  const before = wordsIn(words.article).includes(line[at - 1]?.text ?? "") ? at - 1 : at;
  const more = behind(line, next, words.beforeMore);
  const another = behind(line, more, words.article);
  return stands(line, before, words.beforeVague) || behind(line, next, words.afterVague) > next ||
    more > next && hourOf(line[another]?.text) !== undefined;
}

function isEnd(line: LineWord[], at: number): boolean {
  const word = line[at];
  return !word || /^[,.;@#)]$/.test(word.text) ||
    /^(?:el|on|hoy|today|manana|tomorrow)$/.test(word.text);
}

/** "A las 5 clientas", "at 12 euros". */
function isCounted(line: LineWord[], at: number): boolean {
  const word = line[at];
  if (!word) return false;
  if (behind(line, at, words.units) > at) return true;
  return /^\p{L}+s$/u.test(word.text) && !word.isCapital &&
    !wordsIn(words.uncounted).includes(word.text) && word.text !== words.hoursLong.es;
}
