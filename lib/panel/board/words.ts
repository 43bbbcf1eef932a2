import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

export const boardWords = {
  board: { es: "Tablero", en: "Board" },
  list: fieldWords.list,
  view: fieldWords.view,
  everyone: fieldWords.allOfThem,
  mine: fieldWords.mine,
  whose: { es: "De quién", en: "Whose" },
  open: (amount: string): Text => ({ es: `${amount} en curso`, en: `${amount} open` }),
  weighted: (amount: string): Text => ({ es: `${amount} ponderado`, en: `${amount} weighted` }),
  columns: { es: "Etapas", en: "Stages" },
  emptyColumn: { es: "Nada aquí.", en: "Nothing here." },
  more: (count: number): Text => ({ es: `Mostrar ${count} más`, en: `Show ${count} more` }),
  inList: { es: "Ver el resto en la lista", en: "See the rest in the list" },
  keys: {
    es: "Espacio levanta la tarjeta, las flechas la llevan, Espacio la suelta, Esc la devuelve.",
    en: "Space lifts the card, arrows carry it, Space drops it, Esc returns it.",
  },
  lifted: (title: string): Text => ({
    es: `${title}: levantada. Las flechas la llevan, Espacio la suelta, Esc la devuelve.`,
    en: `${title}: lifted. Arrows carry it, Space drops it, Esc returns it.`,
  }),
  at: (column: string, place: number, of: number): Text => ({
    es: `${column}, ${place} de ${of}`,
    en: `${column}, ${place} of ${of}`,
  }),
  dropped: (column: string): Text => ({ es: `Soltada en ${column}`, en: `Dropped in ${column}` }),
  returned: { es: "De vuelta en su sitio", en: "Back in its place" },
  movedBack: (why: string): Text => ({
    es: `No se ha movido: ${why}`,
    en: `It was not moved: ${why}`,
  }),
  sheet: fieldWords.opportunity,
  openPage: { es: "Abrir ficha", en: "Open page" },
  targets: { es: "Cerrar la oportunidad", en: "Close the opportunity" },
  won: fieldWords.won,
  lost: fieldWords.lost,
};
