import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of the list of a quotation's links. */
export const linkWords = {
  links: { es: "Enlaces del cliente", en: "The client's links" },
  noLinks: fieldWords.noneYet,
  views: (views: number): Text => ({
    es: views === 0 ? "sin abrir" : views === 1 ? "1 visita" : `${views} visitas`,
    en: views === 0 ? "not opened" : views === 1 ? "1 view" : `${views} views`,
  }),
  until: (day: string): Text => ({ es: `hasta el ${day}`, en: `until ${day}` }),
  madeOn: (day: string): Text => ({ es: `Creado el ${day}`, en: `Made on ${day}` }),
  revoke: { es: "Retirar", en: "Revoke" },
};
