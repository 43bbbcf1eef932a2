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
  all: (total: string): Text => ({ es: `Los ${total}`, en: `All ${total}` }),
  allTitle: (total: string): Text => ({
    es: `Seleccionar los ${total} de la lista, también los de otras páginas`,
    en: `Select all ${total} of the list, those on other pages too`,
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
  done: (n: string): Text => ({ es: `Hecho: ${n}.`, en: `Done: ${n}.` }),
  undone: (n: string): Text => ({ es: `Deshecho: ${n}.`, en: `Undone: ${n}.` }),
  unchanged: { es: "Ya estaba así.", en: "It was so already." },
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
