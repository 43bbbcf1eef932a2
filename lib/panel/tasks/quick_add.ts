import { addDays } from "@/lib/values/dates.ts";
import { withoutEnd } from "@/lib/input/edges.ts";
import { dayRules, isOneOfSeveral } from "@/lib/panel/tasks/day_rules.ts";
import { fold, type Folded, foldOne, wordsIn } from "@/lib/panel/tasks/folding.ts";
import { clockText } from "@/lib/panel/tasks/clock.ts";
import { type Time, timesIn } from "@/lib/panel/tasks/times.ts";
import { quickWords } from "@/lib/panel/tasks/quick_add_words.ts";

/** Pure: what one line says of a new task, in either language. */

export type QuickPriority = keyof typeof quickWords.priority;
export type QuickKind = keyof typeof quickWords.kind;
export type PartKind = "day" | "time" | "priority" | "kind" | "person";

/** A part of the line that was understood, and so is not in the title. */
export interface Part {
  kind: PartKind;
  text: string;
}

export interface QuickTask {
  title: string;
  /** `YYYY-MM-DD`. */
  day: string | null;
  /** `HH:MM`; it never comes without a day. */
  time: string | null;
  /** `HH:MM` where the line says from when until when; not after `time` it is the next day's. */
  until: string | null;
  priority: QuickPriority | null;
  kind: QuickKind | null;
  personId: number | null;
  parts: Part[];
}

interface Known {
  /** The day and hour that it is for the company. */
  today: string;
  now: string;
  people: { id: number; name: string }[];
  /** The user whom `@me` means. */
  me: number;
  /** Parts that are to stay in the title, as they were written. */
  literal?: readonly string[];
  /** The parts that count; all of them unless said. */
  understands?: readonly PartKind[];
  /** Whether what is made has an end; else "de 14 a 15:30" stays in the title too. */
  hasEnd?: boolean;
}

/** A longer line is all title. */
const longest = 1_000;

interface Place {
  start: number;
  end: number;
}

interface Found<Value = unknown> extends Place {
  kind: PartKind;
  value: Value;
}

/** Reads a task from one line. Of several days or hours the last one counts. */
export function parseTask(line: string, options: Known): QuickTask {
  const text = fold(line);
  if (line.length > longest) {
    const nothing = {
      day: null,
      time: null,
      until: null,
      priority: null,
      kind: null,
      personId: null,
    };
    return { title: without(text, []), ...nothing, parts: [] };
  }
  const inQuotes = quoted(text);
  const isOpen = (match: Found) =>
    !inQuotes.some(([start, end]) => match.start < end && match.end > start) &&
    !options.literal?.includes(textOf(text, match));
  const isAsked = ({ kind }: Found) => options.understands?.includes(kind) ?? true;
  const lastOf = <Value>(matches: Found<Value>[]) =>
    matches.filter(isOpen).filter(isAsked).sort((a, b) => a.end - b.end || b.start - a.start).at(
      -1,
    );
  const days = dayRules(options.today).flatMap((rule) => matches(text, "day", rule))
    .filter((match) => !isOneOfSeveral(text.folded, match));
  const time = lastOf(
    timesIn(text).filter((time) =>
      !time.isBesideDay || days.some((day) => isBeside(text, day, time))
    )
      .map((value): Found<Time> => ({ kind: "time", start: value.start, end: value.end, value })),
  );
  const day = lastOf(days.filter((match) => !time || !overlap(match, time)));
  const priority = lastOf(tags<QuickPriority>(text, "priority", quickWords.priority));
  const kind = lastOf(tags<QuickKind>(text, "kind", quickWords.kind));
  const person = lastOf(peopleIn(text, options));
  const pieces = [day, time, priority, kind, person].filter((match) => match !== undefined);
  const to = options.hasEnd ? time?.value.to : undefined;
  const cut = pieces.filter((match) => match !== time || to !== undefined || !time.value.to);
  const hour = time ? clockText(time.value.from) : null;
  const implied = hour === null ? undefined : hour > options.now ? 0 : 1;
  // Midnight, as the end of a day, is the next day's.
  const carried = time && time.value.from >= 24 * 60 ? 1 : 0;
  return {
    title: without(text, cut),
    day: day
      ? addDays(day.value, carried)
      : implied === undefined
      ? null
      : addDays(options.today, implied),
    time: hour,
    until: to === undefined ? null : clockText(to),
    priority: priority?.value ?? null,
    kind: kind?.value ?? null,
    personId: person?.value ?? null,
    parts: pieces.sort((a, b) => a.start - b.start)
      .map((match) => ({ kind: match.kind, text: textOf(text, match) })),
  };
}

interface Rule<Value> {
  pattern: RegExp;
  /** Undefined where it is none after all. */
  read: (match: RegExpExecArray) => Value | undefined;
}

function matches<Value>({ folded }: Folded, kind: PartKind, rule: Rule<Value>): Found<Value>[] {
  return [...folded.matchAll(rule.pattern)].flatMap((match) => {
    const value = rule.read(match);
    const start = match.index;
    return value === undefined ? [] : [{ kind, start, end: start + match[0].length, value }];
  });
}

function tags<Value extends string>(
  text: Folded,
  kind: PartKind,
  table: Record<Value, { es: string; en: string }>,
): Found<Value>[] {
  const named = Object.entries<{ es: string; en: string }>(table);
  return matches<Value>(text, kind, {
    pattern: /(?<!\S)#([\p{L}_-]+)(?![\p{L}\p{N}])/gu,
    read: ([, tag]) => {
      const word = tag!.replace(/[_-]/g, "");
      return named.find(([, words]) => words.es === word || words.en === word)?.[0] as Value;
    },
  });
}

/** `@marta`, `@marta vidal`, `@mv` no: the beginning of a name, if it is only one person's. */
function peopleIn(text: Folded, { people, me }: Known): Found<number>[] {
  return [...text.folded.matchAll(/(?<!\S)@([\p{L}\p{N}.'-]+)/gu)].flatMap((match) => {
    const start = match.index;
    const first = match[1]!;
    if (wordsIn(quickWords.me).includes(first)) {
      return [{ kind: "person" as const, start, end: start + match[0].length, value: me }];
    }
    const after = text.folded.slice(start + match[0].length).match(/^(?: [\p{L}'-]+){1,3}/u)?.[0];
    const more = after?.split(" ").slice(1) ?? [];
    for (let count = more.length; count >= 0; count--) {
      const words = [first, ...more.slice(0, count)];
      const fits = people.filter(({ name }) => begins(foldOne(name), words, count === 0));
      if (fits.length !== 1) continue;
      const length = match[0].length + words.slice(1).join(" ").length + (count > 0 ? 1 : 0);
      return [{ kind: "person" as const, start, end: start + length, value: fits[0]!.id }];
    }
    return [];
  });
}

/** One word may begin any word of a name; several are the name's first words, whole. */
function begins(name: string, words: string[], isOne: boolean): boolean {
  const parts = name.split(/[\s@]+/);
  if (isOne) return parts.some((part) => part.startsWith(words[0]!));
  return words.every((word, at) => parts[at] === word);
}

function quoted({ folded }: Folded): [number, number][] {
  return [...folded.matchAll(/"[^"]*"|«[^«»]*»|“[^“”]*”/g)]
    .map(({ index, 0: { length } }) => [index, index + length]);
}

/** Whether only blanks or a comma are between the two. */
function isBeside({ folded }: Folded, a: Place, b: Place): boolean {
  const [first, second] = a.start < b.start ? [a, b] : [b, a];
  return first.end <= second.start && /^[\s,]*$/.test(folded.slice(first.end, second.start));
}

function overlap(a: Place, b: Place): boolean {
  return a.start < b.end && a.end > b.start;
}

function textOf({ text }: Folded, { start, end }: Found): string {
  return text.slice(start, end);
}

function without({ text }: Folded, pieces: Found[]): string {
  const outside = [...pieces].sort((a, b) => b.start - a.start)
    .reduce((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);
  const near = outside.replace(/\s+/g, " ").replace(/ ([,;:.])/g, "$1");
  return withoutEnd(near.replace(/^[\s,;:.]+/, ""), /[\s,;:]/);
}
