import type { Language } from "@/lib/words/language.ts";
import { numberSigns } from "@/lib/words/numbers.ts";

/** "1.234" is 1234 in Spanish, 1.234 in English. @returns null for blank, undefined if invalid */
export function parseDecimal(text: string, language: Language): number | null | undefined {
  const bare = text.replace(/[\s\u00a0\u202f'€$£%]/g, "");
  if (bare === "") return null;
  if (!/^[+-]?[\d.,]+$/.test(bare) || !/\d/.test(bare)) return undefined;
  const last = Math.max(bare.lastIndexOf(","), bare.lastIndexOf("."));
  if (last < 0) return Number(bare);
  const separator = bare[last]!;
  const others = bare.slice(0, last).includes(separator);
  const hasBoth = bare.includes(",") && bare.includes(".");
  const groups = numberSigns.group[language];
  const isGroup = others ||
    (!hasBoth && separator === groups && /\d{1,3}[.,]\d{3}$/.test(bare));
  const whole = isGroup ? bare : bare.slice(0, last);
  const fraction = isGroup ? "" : bare.slice(last + 1);
  if (others && hasBoth && /[.,]/.test(fraction)) return undefined;
  const value = Number(`${whole.replace(/[.,]/g, "")}.${fraction || "0"}`);
  return Number.isFinite(value) ? value : undefined;
}

/** With the language's decimal sign and no thousands separators. */
export function writeDecimal(value: number | null | undefined, language: Language): string {
  if (value === null || value === undefined) return "";
  return String(value).replace(".", numberSigns.decimal[language]);
}
