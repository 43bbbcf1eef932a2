import type { Folded } from "@/lib/panel/tasks/folding.ts";
import { wordsIn } from "@/lib/panel/tasks/folding.ts";
import type { Text } from "@/lib/words/language.ts";

/** A word, a number or a sign of a line. */
export interface LineWord {
  text: string;
  start: number;
  end: number;
  /** Whether nothing stands between it and the one before. */
  isJoined: boolean;
  isCapital: boolean;
}

const pieces = /\d+|\p{L}+(?:['’-]\p{L}+)*|\S/gu;

export function lineWords({ text, folded }: Folded): LineWord[] {
  let before = -1;
  return [...folded.matchAll(pieces)].map(({ 0: word, index: start }) => {
    const end = start + word.length;
    const isJoined = start === before;
    before = end;
    return { text: word, start, end, isJoined, isCapital: /^\p{Lu}/u.test(text.slice(start, end)) };
  });
}

const phrases = new Map<Text, string[][]>();

function phrasesOf(words: Text): string[][] {
  const matches = phrases.get(words) ??
    wordsIn(words).map((phrase) => phrase.match(pieces) ?? []).sort((a, b) => b.length - a.length);
  phrases.set(words, matches);
  return matches;
}

/** Returns the index behind one of the phrases; `at` itself where none stands there. */
export function behind(line: readonly LineWord[], at: number, words: Text): number {
  const phrase = phrasesOf(words).find((phrase) =>
    phrase.every((word, more) => line[at + more]?.text === word)
  );
  return at + (phrase?.length ?? 0);
}

/** Whether one of the phrases ends before `at`. */
export function stands(line: readonly LineWord[], at: number, words: Text): boolean {
  return phrasesOf(words).some((phrase) =>
    phrase.every((word, more) => line[at - phrase.length + more]?.text === word)
  );
}
