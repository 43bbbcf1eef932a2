import { en } from "@/lib/i18n/en.ts";
import { es, type Words } from "@/lib/i18n/es.ts";
import type { Language } from "@/lib/web/errors.ts";

export type { Language, Words };

/** The panel's words in a language. */
export function wordsIn(language: Language): Words {
  return language === "es" ? es : en;
}
