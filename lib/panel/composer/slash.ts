/** Pure: the `/word` at the caret that asks for a template. */

export interface Slash {
  /** Index of the slash in the text. */
  from: number;
  query: string;
}

/** A slash begins a word: that of `24/7` or of an address asks for nothing. */
export function slashAt(text: string, caret: number): Slash | null {
  const match = /(?:^|\s)\/([^\s/]{0,30})$/.exec(text.slice(0, caret));
  if (!match) return null;
  const query = match[1]!;
  return { from: caret - query.length - 1, query };
}
