import { en } from "@/lib/words/en.ts";
import { es, type Words } from "@/lib/words/es.ts";
import type { Language } from "@/lib/input/errors.ts";

export type { Language, Words };

/** The panel's words in a language. */
export function wordsIn(language: Language): Words {
  return language === "es" ? es : en;
}
