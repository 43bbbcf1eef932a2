import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of every list: search, filters, sorting, paging, keyboard. */
export const listWords = {
  search: { es: "Buscar en la lista…", en: "Search in list…" },
  found: (n: number): Text => ({
    es: n === 1 ? "1 resultado" : `${n} resultados`,
    en: n === 1 ? "1 result" : `${n} results`,
  }),
  notSearched: {
    es: "No se ha podido buscar: la lista es la de antes. Inténtalo de nuevo.",
    en: "The search did not work: the list is as it was. Try again.",
  },
  filter: { es: "Filtro", en: "Filter" },
  moreFilters: { es: "Más filtros", en: "More filters" },
  filters: { es: "Filtros", en: "Filters" },
  filtersInUse: (n: number): Text => ({
    es: n === 0 ? "Filtros" : n === 1 ? "Filtros: 1 en uso" : `Filtros: ${n} en uso`,
    en: n === 0 ? "Filters" : n === 1 ? "Filters: 1 in use" : `Filters: ${n} in use`,
  }),
  more: { es: "Vistas, archivos y más", en: "Views, files and more" },
  apply: { es: "Aplicar", en: "Apply" },
  clear: { es: "Quitar todo", en: "Clear all" },
  find: { es: "Buscar…", en: "Search…" },
  moreValues: {
    es: "Hay más: escribe para encontrarlos.",
    en: "There are more: type to find them.",
  },
  remove: (name: string): Text => ({ es: `Quitar ${name}`, en: `Remove ${name}` }),
  is: { es: "es", en: "is" },
  or: { es: "o", en: "or" },
  from: { es: "desde", en: "from" },
  to: { es: "hasta", en: "to" },
  amountForm: {
    es: "Un importe, como 1500 o 1.500,50",
    en: "An amount, such as 1500 or 1,500.50",
  },
  export: { es: "Descargar CSV", en: "Download CSV" },
  sortBy: (name: string): Text => ({ es: `Ordenar por ${name}`, en: `Sort by ${name}` }),
  previous: { es: "Anterior", en: "Previous" },
  next: fieldWords.next,
  pages: { es: "Páginas", en: "Pages" },
  page: (page: number, pages: number): Text => ({
    es: `Página ${page} de ${pages}`,
    en: `Page ${page} of ${pages}`,
  }),
  range: (from: string, to: string, total: string): Text => ({
    es: `${from}–${to} de ${total}`,
    en: `${from}–${to} of ${total}`,
  }),
  ignored: (names: string): Text => ({
    es: `No se ha tenido en cuenta lo que no se entiende del enlace: ${names}.`,
    en: `What the link says of ${names} is not understood and was ignored.`,
  }),
  inAll: { es: "En toda la lista", en: "In the whole list" },
  noMatches: {
    es: "Nada coincide con los filtros.",
    en: "Nothing matches the filters.",
  },
  clearFilters: { es: "Quitar los filtros", en: "Clear the filters" },
  today: fieldWords.today,
  overdue: { es: "Atrasado", en: "Overdue" },
  noNextStep: fieldWords.noNextStep,
};
