import type { Text } from "@/lib/words/language.ts";

/** Words of merging that many pages may need; the dialog's own are in merge.ts. */
export const mergedAwayWords = {
  button: { es: "Combinar con otro…", en: "Merge with another…" },
  /** On a page that was open when somebody merged its record. */
  isAway: (who: string): Text => ({
    es: `${who || "Alguien"} lo ha combinado con otro. Lo que cambies aquí no se guarda.`,
    en: `${who || "Somebody"} has combined this into another. What you change here is not saved.`,
  }),
  toOther: { es: "Ir al que queda", en: "Go to the one that stays" },
};
