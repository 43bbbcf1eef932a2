import type { Text } from "@/lib/words/language.ts";

export const clashWords = {
  was: (name: string, before: string, now: string): Text => ({
    es: `${name}: antes ${before}, ahora ${now}`,
    en: `${name}: was ${before}, now ${now}`,
  }),
  empty: { es: "vacío", en: "empty" },
};
