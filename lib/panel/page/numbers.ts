import { isEither, readNumeral } from "@/lib/input/numerals.ts";
import type { Language } from "@/lib/words/language.ts";
import { numberSigns } from "@/lib/words/numbers.ts";

/** "1.234" is 1234 in Spanish, 1.234 in English. @returns null for blank, undefined if invalid */
export function parseDecimal(text: string, language: Language): number | null | undefined {
  if (text.trim() === "") return null;
  return readNumeral(text, numberSigns.decimal[language]);
}

/** Writes a number with the language's decimal sign and no thousands separators. */
export function writeDecimal(value: number | null | undefined, language: Language): string {
  if (value === null || value === undefined) return "";
  return String(value).replace(".", numberSigns.decimal[language]);
}

export function writtenOut(text: string, language: Language): string {
  return isEither(text) ? writeDecimal(parseDecimal(text, language), language) : text;
}
