import { shownAddress } from "@/lib/records/shown_address.ts";

/** Folds and splits words as relevo_words and relevo_terms do (migrations 0006 and 0013). */

const separators = "\\u0000-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00a9\\u00ab-\\u00b4" +
  "\\u00b6-\\u00b9\\u00bb-\\u00bf\\u00d7\\u00f7\\u2000-\\u206f\\u20a0-\\u20cf\\u2190-\\u2bff" +
  "\\u3000-\\u3004\\u3007-\\u3030\\ufe00-\\ufe6f\\uff00-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40" +
  "\\uff5b-\\uff65\\ufff0-\\uffff\\u{1f000}-\\u{1faff}";
const between = new RegExp(`[${separators}]+`, "u");
// deno-lint-ignore no-control-regex
const blanks = /[\u0000-\u0020\u00a0\u2000-\u200a\u3000]+/;
const marks = /[\u0300-\u036f]/g;
const longest = 60;

/** A part of a question: alternative spellings, each a list of words that must all match. */
export type Term = string[][];

export function wordsOf(text: string): string[] {
  const words = folded(text).split(between).map(shortened);
  return [...new Set(words)].filter((word) => word !== "");
}

export function termsOf(question: string): Term[] {
  const parts = folded(joinInitials(question)).split(blanks).filter((part) => part !== "");
  const terms = new Map(groupDigits(parts).map(waysToWrite).map((term) => [`${term}`, term]));
  const needed = [...terms.values()].flatMap((term) => term.length === 1 ? term[0]! : []);
  const isImplied = (term: Term) =>
    needed.some((word) =>
      term.some(([own, ...more]) => more.length === 0 && word !== own && word.startsWith(own!))
    );
  return [...terms.values()].filter((term) => term.length > 0 && !isImplied(term))
    .sort((a, b) => b[0]![0]!.length - a[0]![0]!.length);
}

/** Words with this prefix: from `from` (included) to `to` (excluded). */
export function rangeOf(word: string): { from: string; to: string } {
  return { from: word, to: `${word}\u{10ffff}` };
}

function folded(text: string): string {
  const bare = text.normalize("NFD").replace(marks, "");
  // Letter by letter: a final sigma would be lowered differently at the end of a word.
  return Array.from(bare, (letter) => letter.toLowerCase()).join("");
}

function shortened(word: string): string {
  return [...word].slice(0, longest).join("");
}

function joinInitials(text: string): string {
  return text.replace(/(?<![A-Za-z])([A-Za-z])\. +(?=[A-Za-z]\.)/g, "$1.");
}

/** A telephone number is one part despite its spaces. */
function groupDigits(parts: string[]): string[] {
  const groups: string[] = [];
  let open = false;
  for (const part of parts) {
    const isNumber = /^[+()./-]*\d[\d+()./-]*$/.test(part);
    if (isNumber && open) groups.push(`${groups.pop()} ${part}`);
    else groups.push(part);
    open = isNumber;
  }
  return groups;
}

/** In one piece and, unless they are initials, as separate words. */
function waysToWrite(part: string): Term {
  const words = wordsOf(part);
  const isNumber = /^[\d\s+()./-]+$/.test(part);
  const pieces = isNumber ? dialled(part) : [part.split(between).join("")];
  const ways = pieces.filter((piece) => piece !== "").map((piece) => [shortened(piece)]);
  if (words.some((word) => word.length > 1 || /\d/.test(word))) ways.push(words);
  if (part.includes("xn--")) ways.push(wordsOf(shownAddress(part)));
  return [...new Map(ways.map((way) => [`${way}`, way])).values()];
}

/** International numbers are stored without the zeros dialled before them. */
function dialled(part: string): string[] {
  const digits = part.replace("(0)", "").replace(/\D/g, "");
  const bare = digits.replace(/^0+/, "");
  return bare.length < 6 ? [digits] : [bare, digits];
}
