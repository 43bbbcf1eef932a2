import { isEither, readNumeral, type Sign, signOf } from "@/lib/input/numerals.ts";
import { wordsOf } from "@/lib/records/search_words.ts";
import { importWords } from "@/lib/words/imports.ts";
import { inputWords } from "@/lib/words/input.ts";
import type { Text } from "@/lib/words/language.ts";

/** Numbers and flags in CSV cells, in Spanish and international notation. */

export class CellError extends Error {
  constructor(readonly text: Text) {
    super(text.en);
  }
}

/** `unclear`: the numbers of a column contradict each other. */
export type DecimalSign = Sign | "unclear";

/** Decides by unambiguous numbers (`1.234,56`, `0.125`); undefined without any. */
export function decimalSignOf(cells: Iterable<string>): DecimalSign | undefined {
  const signs = new Set<Sign>();
  for (const cell of cells) {
    const sign = signOf(cell);
    if (sign) signs.add(sign);
  }
  if (signs.size === 2) return "unclear";
  return [...signs][0];
}

/** Allows thousands, currency and percent signs. @throws CellError */
export function readNumber(cell: string, sign: DecimalSign): number {
  if (sign === "unclear" && isEither(cell)) throw new CellError(importWords.thousandsOrDecimals);
  const value = readNumeral(cell, sign === "unclear" ? "." : sign);
  if (value === undefined) throw new CellError(inputWords.number);
  return value;
}

const yes = new Set(["si", "s", "yes", "y", "true", "verdadero", "1", "x", "activo", "active"]);
const no = new Set(["no", "n", "false", "falso", "0", "inactivo", "archivado", "inactive"]);

export function readFlag(cell: string): boolean {
  const word = fold(cell);
  if (yes.has(word)) return true;
  if (no.has(word)) return false;
  throw new CellError(importWords.yesOrNo);
}

/** Folds a name for comparison: no accents, case or signs. */
export function fold(text: string): string {
  return wordsOf(text).join(" ");
}
