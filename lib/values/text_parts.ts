export interface TextLimit {
  most: number;
  /** Instagram counts bytes of UTF-8, the others characters (UTF-16). */
  unit: "characters" | "bytes";
}

const encoder = new TextEncoder();
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

export function lengthOf(text: string, unit: TextLimit["unit"]): number {
  return unit === "bytes" ? encoder.encode(text).length : text.length;
}

const ends = [/\n{2,}/g, /\n/g, /[.!?…]+["»”')\]]*\s+/g, /\s+/g];

/**
 * Splits at the last paragraph, sentence or word that fits, and never inside a character as people
 * see it, unless one alone is too long.
 */
export function partsOf(text: string, limit: TextLimit): string[] {
  const parts: string[] = [];
  let rest = text.trim();
  while (lengthOf(rest, limit.unit) > limit.most) {
    const longest = longestStart(rest, limit);
    const end = lastEnd(rest, longest);
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === "" ? parts : [...parts, rest];
}

function longestStart(text: string, { most, unit }: TextLimit): number {
  let length = 0;
  let end = 0;
  for (const { segment } of graphemes.segment(text.slice(0, most + longestCharacter))) {
    length += lengthOf(segment, unit);
    if (length > most) break;
    end += segment.length;
  }
  return end > 0 ? end : wholeCodePoints(text, { most, unit });
}

const longestCharacter = 64;

function wholeCodePoints(text: string, { most, unit }: TextLimit): number {
  let length = 0;
  let end = 0;
  for (const point of text.slice(0, most + 1)) {
    length += lengthOf(point, unit);
    if (length > most && end > 0) break;
    end += point.length;
  }
  return end;
}

/** The end of the last paragraph in the second half, else of the last sentence, else word. */
function lastEnd(text: string, longest: number): number {
  const start = text.slice(0, longest);
  if (/^\s/.test(text.slice(longest))) return longest;
  for (const end of ends) {
    const last = [...start.matchAll(end)].at(-1);
    const at = last ? last.index + last[0].length : 0;
    if (at > longest / 2) return at;
  }
  return longest;
}

/** In how many messages a text and files leave, of which each carries one. */
export function partCount(text: string, files: number, limit: TextLimit): number {
  return partsOf(text, limit).length + files;
}

export const mostParts = 10;
