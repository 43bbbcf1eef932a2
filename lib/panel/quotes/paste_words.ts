import type { Text } from "@/lib/words/language.ts";

/** Words of rows that were pasted, loaded with the first. */
export const pasteWords = {
  pasted: (lines: number): Text => ({
    es: lines === 1 ? "1 línea pegada" : `${lines} líneas pegadas`,
    en: lines === 1 ? "1 line pasted" : `${lines} lines pasted`,
  }),
  noLine: (name: string): Text => ({
    es: `«${name}» es una suma, y no una línea.`,
    en: `“${name}” is a sum, and no line.`,
  }),
  tooMany: (max: number): Text => ({
    es: `Caben ${max} líneas como mucho; el resto no se ha pegado.`,
    en: `It holds ${max} lines at most; the rest was not pasted.`,
  }),
};
