import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of two revisions side by side. */
export const revisionWords = {
  title: { es: "Comparar revisiones", en: "Compare revisions" },
  left: { es: "Antes", en: "Before" },
  right: { es: "Después", en: "After" },
  now: { es: "Borrador actual", en: "Current draft" },
  sentOn: (revision: number, day: string): Text => ({
    es: `Revisión ${revision}, del ${day}`,
    en: `Revision ${revision}, of ${day}`,
  }),
  added: { es: "Nueva", en: "New" },
  removed: { es: "Quitada", en: "Removed" },
  changed: { es: "Cambia", en: "Changed" },
  same: { es: "Igual", en: "Same" },
  line: fieldWords.line,
  change: { es: "Cambio", en: "Change" },
};
