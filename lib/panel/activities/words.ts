import { fieldWords } from "@/lib/words/field_words.ts";

/** Words of the page with everything that happens in the company. */
export const activityWords = {
  title: { es: "Actividad", en: "Activity" },
  empty: {
    es: "Todavía no ha pasado nada. Lo que cambie cualquiera aparecerá aquí.",
    en: "Nothing has happened yet. What anybody changes appears here.",
  },
  who: { es: "Quién", en: "Who" },
  what: { es: "Qué", en: "What" },
  day: fieldWords.day,
  others: { es: "Gente de fuera y el sistema", en: "People from outside and the system" },
};
