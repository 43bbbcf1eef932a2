/**
 * Words as `search_words` keeps them: folded, and split where no letter or digit stands. It is the
 * database's relevo_words (migrations/0006_search.ts) again, because a range that the planner is to
 * estimate must be there as a constant.
 */

/** What splits words; by code points, so that no locale changes it. The migration has the same. */
const separators = "\\u0000-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00a9\\u00ab-\\u00b4" +
  "\\u00b6-\\u00b9\\u00bb-\\u00bf\\u00d7\\u00f7\\u2000-\\u206f\\u20a0-\\u20cf\\u2190-\\u2bff" +
  "\\u3000-\\u3004\\u3007-\\u3030\\ufe00-\\ufe6f\\uff00-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40" +
  "\\uff5b-\\uff65\\ufff0-\\uffff\\u{1f000}-\\u{1faff}";
const between = new RegExp(`[${separators}]+`, "u");
const marks = /[\u0300-\u036f]/g;
const longest = 60;

/** The different words of a text, without accents and case. */
export function wordsOf(text: string): string[] {
  const bare = text.normalize("NFD").replace(marks, "");
  // Letter by letter: a final sigma would be lowered differently at the end of a word.
  const folded = Array.from(bare, (letter) => letter.toLowerCase()).join("");
  const cut = folded.split(between).map((word) => [...word].slice(0, longest).join(""));
  return [...new Set(cut)].filter((word) => word !== "");
}

/** The words to look for, the longest first; one that another begins with says nothing more. */
export function searchWords(text: string): string[] {
  const words = wordsOf(text);
  return words
    .filter((word) => !words.some((other) => other !== word && other.startsWith(word)))
    .sort((a, b) => b.length - a.length);
}

/** The words that begin with this one, as a range: `from` is in it, `to` is not. */
export function rangeOf(word: string): { from: string; to: string } {
  return { from: word, to: `${word}\u{10ffff}` };
}
