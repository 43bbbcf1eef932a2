import { shownAddress } from "@/lib/records/shown_address.ts";

/** Folds and splits words as relevo_words and relevo_terms do (migration 0064). */

const separators = "\\u0000-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00a9\\u00ab-\\u00b4" +
  "\\u00b6-\\u00b9\\u00bb-\\u00bf\\u00d7\\u00f7\\u2000-\\u206f\\u20a0-\\u20cf\\u2190-\\u2bff" +
  "\\u3000-\\u3004\\u3007-\\u3030\\u30fb\\ufe00-\\ufe6f\\uff00-\\uff0f\\uff1a-\\uff20" +
  "\\uff3b-\\uff40\\uff5b-\\uff65\\ufff0-\\uffff\\u{1f000}-\\u{1faff}";
const between = new RegExp(`[${separators}]+`, "u");
/** Scripts without blanks: Thai to Khmer, kana, Han and Hangul. */
const unspaced = "\\u0e00-\\u0eff\\u1000-\\u109f\\u1100-\\u11ff\\u1780-\\u17ff\\u3005\\u3006" +
  "\\u3031-\\u303f\\u3041-\\u30fa\\u30fc-\\u318f\\u31a0-\\u31bf\\u31f0-\\u31ff\\u3400-\\u4dbf" +
  "\\u4e00-\\u9fff\\ua960-\\ua97f\\uac00-\\ud7ff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}";
const runs = new RegExp(`[${unspaced}]+|[^${unspaced}]+`, "gu");
const isUnspaced = new RegExp(`^[${unspaced}]`, "u");
// deno-lint-ignore no-control-regex
const blanks = /[\u0000-\u0020\u00a0\u2000-\u200a\u3000]+/;
const marks = /[\u0300-\u036f]/g;
/** Letters that no decomposition takes apart. */
const plain: Record<string, string> = {
  ł: "l",
  ø: "o",
  đ: "d",
  ð: "d",
  ı: "i",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
  ĸ: "k",
  ƀ: "b",
  ɨ: "i",
  ʉ: "u",
  ƶ: "z",
  ς: "σ",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
};
const special = new RegExp(`[${Object.keys(plain).join("")}]`, "g");
// deno-lint-ignore no-control-regex
const ascii = /^[\u0000-\u007f]*$/;
const longest = 60;
const longestPiece = 10;

/** A part of a question: alternative spellings, each a list of words that must all match. */
export type Term = string[][];

/** Words to look for, each once; a run without blanks in pieces. */
export function wordsOf(text: string): string[] {
  return distinct(runsOf(text).flatMap((run) => isUnspaced.test(run) ? piecesOf(run) : run));
}

/** Words that a record is found by: of a run without blanks, what begins at each of its letters. */
export function indexedWords(text: string): string[] {
  return distinct(
    runsOf(text).flatMap((run) => {
      if (!isUnspaced.test(run)) return run;
      const letters = [...run];
      return letters.map((_, at) => letters.slice(at, at + longestPiece).join(""));
    }),
  );
}

function runsOf(text: string): string[] {
  return folded(text).split(between).flatMap((word) => word.match(runs) ?? []);
}

function piecesOf(run: string): string[] {
  const letters = [...run];
  const count = Math.ceil(letters.length / longestPiece);
  return Array.from(
    { length: count },
    (_, at) => letters.slice(at * longestPiece, (at + 1) * longestPiece).join(""),
  );
}

function distinct(words: string[]): string[] {
  return [...new Set(words.map(shortened))];
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
  if (ascii.test(text)) return text.toLowerCase();
  const bare = text.normalize("NFKD").replace(marks, "").toLowerCase();
  return bare.replace(special, (letter) => plain[letter]!).normalize("NFC");
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

/** Ways to write a name: in one piece and, unless it is initials, as separate words. */
function waysToWrite(part: string): Term {
  const words = wordsOf(part);
  const isNumber = /^[\d\s+()./-]+$/.test(part);
  const pieces = isNumber ? dialled(part) : [part.split(between).join("")];
  const ways = pieces.map(wordsOf).filter((way) => way.length > 0);
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
