import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of the bar over a record that is in the trash or erased. */
export const trashedWords = {
  restore: fieldWords.restore,
  isGone: (who: string): Text => ({
    es: `${who || "Alguien"} ha llevado esto a la papelera. Lo que cambies aquí no se guarda.`,
    en: `${who || "Somebody"} has moved this to the trash. What you change here is not saved.`,
  }),
  isErased: (who: string): Text => ({
    es: `${
      who || "Alguien"
    } ha borrado estos datos para siempre. Lo que cambies aquí no se guarda.`,
    en: `${who || "Somebody"} has erased these data for good. What you change here is not saved.`,
  }),
  isBack: { es: "Restaurado", en: "Restored" },
};
