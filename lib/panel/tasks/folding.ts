import type { Text } from "@/lib/words/language.ts";

/** A text and, of the same length, the same without accents and capitals. */
export interface Folded {
  text: string;
  folded: string;
}

export function fold(line: string): Folded {
  const text = line.normalize("NFC");
  return { text, folded: [...text].map(foldLetter).join("") };
}

export function foldOne(text: string): string {
  return fold(text).folded;
}

/** Keeps the length, so that places in either text are the same. */
function foldLetter(letter: string): string {
  const bare = letter.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return bare.length === letter.length ? bare : letter;
}

/** The words of both languages, from lists like `lunes martes` or `en|dentro de`. */
export function wordsIn(text: Text): string[] {
  return [text.es, text.en].flatMap((words) => words.split("|"));
}

/** A pattern's alternatives of both languages, the longest first. */
export function anyOf(...texts: Text[]): string {
  const words = texts.flatMap(wordsIn).sort((a, b) => b.length - a.length);
  return `(?:${[...new Set(words)].join("|").replaceAll(" ", "\\s+")})`;
}

/** A pattern that matches whole words only. */
export function whole(pattern: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}@#/])(?:${pattern})(?![\\p{L}\\p{N}/])`, "gu");
}
