import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of selecting rows and changing them at once. */
export const bulkWords = {
  pick: { es: "Seleccionar", en: "Select" },
  pickPage: { es: "Seleccionar la página", en: "Select the page" },
  bar: { es: "Lo seleccionado", en: "Selection" },
  count: (n: string, isOne: boolean): Text => ({
    es: `${n} ${isOne ? "seleccionado" : "seleccionados"}`,
    en: `${n} selected`,
  }),
  page: { es: "Toda la página", en: "Whole page" },
  all: (total: string): Text => ({ es: `Toda la lista: ${total}`, en: `Whole list: ${total}` }),
  allTitle: (total: string): Text => ({
    es: `Seleccionar toda la lista, también lo de otras páginas: ${total} en total`,
    en: `Select the whole list, what is on other pages too: ${total} in all`,
  }),
  tooMany: (max: string): Text => ({
    es: `Se pueden cambiar ${max} a la vez: filtra la lista`,
    en: `${max} can be changed at once: filter the list`,
  }),
  clear: { es: "Quitar la selección", en: "Clear the selection" },
  working: (n: string): Text => ({ es: `Cambiando ${n}…`, en: `Changing ${n}…` }),
  actions: {
    assign: { es: "Asignar", en: "Assign" },
    status: fieldWords.status,
    stage: fieldWords.stage,
    tag: fieldWords.tag,
    archive: fieldWords.archive,
    release: { es: "Liberar", en: "Release" },
    restock: { es: "Al catálogo", en: "To the catalog" },
    trash: fieldWords.trash,
  },
  tag: { es: "Una o varias, con comas", en: "One or several, with commas" },
  addTag: fieldWords.add,
  removeTag: { es: "Quitar", en: "Remove" },
  done: (n: string, of?: string): Text => ({
    es: of ? `Hecho: ${n} de ${of}.` : `Hecho: ${n}.`,
    en: of ? `Done: ${n} of ${of}.` : `Done: ${n}.`,
  }),
  undone: (n: string, of?: string): Text => ({
    es: of ? `Deshecho: ${n} de ${of}.` : `Deshecho: ${n}.`,
    en: of ? `Undone: ${n} of ${of}.` : `Undone: ${n}.`,
  }),
  unchanged: (n: number, text: string): Text => ({
    es: n === 1 ? "1 ya estaba así." : `${text} ya estaban así.`,
    en: n === 1 ? "1 was so already." : `${text} were so already.`,
  }),
  left: (n: string): Text => ({ es: `Sin cambiar: ${n}.`, en: `Left as they are: ${n}.` }),
  why: { es: "Ver por qué", en: "See why" },
  report: { es: "Lo que no ha cambiado", en: "What was not changed" },
  gone: (id: number): Text => ({ es: `N.º ${id}`, en: `No. ${id}` }),
  codes: {
    version_conflict: {
      es: "Alguien lo ha cambiado después; se queda como está.",
      en: "Somebody has changed it since; it stays as it is.",
    },
    not_found: { es: "Ya no está.", en: "It is no longer there." },
  },
};

export type BulkCode = keyof typeof bulkWords.codes;
