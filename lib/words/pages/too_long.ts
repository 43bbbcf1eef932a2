import type { Language, Text } from "@/lib/words/language.ts";

/** Note beside a field whose text is too long. */
export const tooLongWords = {
  surplus: (count: number | string): Text => ({
    es: `${count}` === "1" ? "Sobra 1 carácter" : `Sobran ${count} caracteres`,
    en: `${count}` === "1" ? "1 character too many" : `${count} characters too many`,
  }),
};

/** The same as plain texts for a script that stands by itself; `{n}` is by how much. */
export function tooLongTexts(): Record<Language, { one: string; many: string }> {
  const one = tooLongWords.surplus(1);
  const many = tooLongWords.surplus("{n}");
  return { es: { one: one.es, many: many.es }, en: { one: one.en, many: many.en } };
}
