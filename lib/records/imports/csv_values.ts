import { isEither, readNumeral, type Sign, signOf } from "@/lib/input/numerals.ts";
import { wordsOf } from "@/lib/records/search_words.ts";
import { importWords } from "@/lib/words/imports.ts";
import { inputWords } from "@/lib/words/input.ts";
import type { Text } from "@/lib/words/language.ts";

/** Numbers, flags and days in CSV cells, in Spanish and international notation. */

export class CellError extends Error {
  constructor(readonly text: Text) {
    super(text.en);
  }
}

/** `unclear`: the file's numbers contradict each other. */
export type DecimalSign = Sign | "unclear";

/** Decides by unambiguous numbers (`1.234,56`, `0.125`), else `fallback`. */
export function decimalSignOf(cells: Iterable<string>, fallback: Sign): DecimalSign {
  const signs = new Set<Sign>();
  for (const cell of cells) {
    const sign = signOf(cell);
    if (sign) signs.add(sign);
  }
  if (signs.size === 2) return "unclear";
  const [sign = fallback] = signs;
  return sign;
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

/** Gives `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`; also reads `31/12/2026 9:30`. @throws CellError */
export function readDay(cell: string): string {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}:\d{2})(?::\d{2})?)?$/.exec(cell);
  const local = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:,? +(\d{1,2}:\d{2})(?::\d{2})?)?$/.exec(
    cell,
  );
  const [year, month, day, time] = iso
    ? iso.slice(1)
    : [local?.[3], local?.[2], local?.[1], local?.[4]];
  const two = (part?: string) => part?.padStart(2, "0");
  const date = `${year}-${two(month)}-${two(day)}`;
  const clock = time?.padStart(5, "0");
  const real = new Date(`${date}T${clock ?? "00:00"}:00Z`);
  const exists = !Number.isNaN(real.getTime()) && real.toISOString().startsWith(date);
  if (!exists) throw new CellError(importWords.day);
  return clock ? `${date}T${clock}` : date;
}

/** Without accents, case and signs, for comparing names. */
export function fold(text: string): string {
  return wordsOf(text).join(" ");
}
