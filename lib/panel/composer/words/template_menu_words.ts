import { fieldWords } from "@/lib/words/field_words.ts";

/** Words of the menu of templates. */
export const templateMenuWords = {
  label: fieldWords.templates,
  none: {
    es: "Todavía no hay plantillas.",
    en: "There are no templates yet.",
  },
  make: { es: "Crear una", en: "Make one" },
  noLink: {
    es: "No se pudo crear el enlace del presupuesto",
    en: "The quotation's link could not be made",
  },
};
