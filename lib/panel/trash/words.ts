import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of the trash. */
export const trashWords = {
  title: fieldWords.trash,
  kept: {
    es: "Lo que se borra se queda aquí 30 días y después desaparece para siempre.",
    en: "What is deleted stays here for 30 days, and then goes for good.",
  },
  empty: {
    es: "La papelera está vacía. Lo que borres se queda aquí 30 días.",
    en: "The trash is empty. What you delete stays here for 30 days.",
  },
  noun: fieldWords.kind,
  nouns: {
    contacts: fieldWords.contact,
    clients: fieldWords.client,
    opportunities: fieldWords.opportunity,
    quotes: fieldWords.quote,
    tasks: fieldWords.task,
    events: fieldWords.event,
    products: fieldWords.product,
    notes: fieldWords.note,
  },
  counted: (noun: string, count: number): Text => ({
    es: `${noun} (${count})`,
    en: `${noun}: ${count}`,
  }),
  nameless: fieldWords.nameless,
  by: (who: string): Text => ({ es: `por ${who}`, en: `by ${who}` }),
  left: (days: number): Text => ({
    es: days <= 1 ? "Último día" : `Quedan ${days} días`,
    en: days <= 1 ? "Last day" : `${days} days left`,
  }),
  select: (name: string): Text => ({ es: `Elegir ${name}`, en: `Select ${name}` }),
  selectAll: { es: "Elegir todo", en: "Select all" },
  selected: (count: number): Text => ({
    es: count === 1 ? "1 elegido" : `${count} elegidos`,
    en: `${count} selected`,
  }),
  unselect: { es: "Quitar la selección", en: "Clear the selection" },
  restore: fieldWords.restore,
  restoreOne: (name: string): Text => ({ es: `Restaurar ${name}`, en: `Restore ${name}` }),
  restored: (name: string): Text => ({ es: `${name}: restaurado`, en: `${name}: restored` }),
  restoredAll: (count: number): Text => ({
    es: count === 1 ? "1 restaurado" : `${count} restaurados`,
    en: `${count} restored`,
  }),
  refused: (done: number, of: number, why: string): Text => ({
    es: `Restaurados ${done} de ${of}. ${why}`,
    en: `Restored ${done} of ${of}. ${why}`,
  }),
  restoring: (count: number): Text => ({
    es: `Restaurando ${count}…`,
    en: `Restoring ${count}…`,
  }),
  open: fieldWords.open,
  isHere: {
    es: "Lo que buscas está en la papelera. Restáuralo para abrirlo.",
    en: "What you look for is in the trash. Restore it to open it.",
  },
  toAll: { es: "Ver toda la papelera", en: "See the whole trash" },
};
