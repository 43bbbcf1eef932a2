import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words that every page of the panel uses. */
export const commonWords = {
  noDate: { es: "sin fecha", en: "no date" },
  close: fieldWords.close,
  wrongTaxId: {
    es: "La letra o cifra de control no cuadra: míralo otra vez. Se guarda igualmente.",
    en: "Its control letter or digit does not fit: look at it again. It is saved all the same.",
  },
  cancel: { es: "Cancelar", en: "Cancel" },
  save: fieldWords.save,
  saving: { es: "Guardando…", en: "Saving…" },
  saved: { es: "Guardado", en: "Saved" },
  undo: fieldWords.undo,
  discarded: { es: "Borrador descartado", en: "Draft discarded" },
  undone: { es: "Deshecho", en: "Undone" },
  retry: { es: "Reintentar", en: "Try again" },
  open: fieldWords.open,
  more: fieldWords.more,
  all: { es: "Todo", en: "All" },
  none: { es: "Nada", en: "None" },
  client: fieldWords.client,
  tag: fieldWords.tag,
  nobody: { es: "Nadie", en: "Nobody" },
  me: { es: "Yo", en: "Me" },
  yes: { es: "Sí", en: "Yes" },
  no: { es: "No", en: "No" },
  optional: fieldWords.optional,
  loading: { es: "Cargando…", en: "Loading…" },
  nothingFound: { es: "No hay coincidencias.", en: "No matches." },
  actions: { es: "Acciones", en: "Actions" },
  failures: {
    network: {
      es: "Sin conexión. Lo escrito se queda aquí; inténtalo de nuevo.",
      en: "No connection. What you typed stays here; try again.",
    },
    kept: {
      es: "Sin conexión. Guardado en este navegador; se enviará al volver la red.",
      en: "No connection. Kept in this browser; it is sent when the network is back.",
    },
    session: {
      es: "Tu sesión ha terminado. Vuelve a entrar; lo escrito se queda aquí.",
      en: "Your session has ended. Sign in again; what you typed stays here.",
    },
    odd: {
      es: "El servidor ha respondido algo inesperado. Inténtalo de nuevo.",
      en: "The server gave an unexpected answer. Try again.",
    },
  },
  reload: { es: "Recargar", en: "Reload" },
  notUnderstood: {
    es: "No se entiende; escríbelo de otra forma",
    en: "is not understood; write it another way",
  },
  savedAt: (time: string): Text => ({ es: `Guardado ${time}`, en: `Saved ${time}` }),
  clash: {
    title: { es: "Alguien lo ha cambiado a la vez", en: "Somebody changed it at the same time" },
    text: {
      es: "Elige qué valor se queda en cada campo.",
      en: "Choose which value stays in each field.",
    },
    mine: { es: "Lo tuyo", en: "Yours" },
    theirs: { es: "Lo suyo", en: "Theirs" },
    empty: { es: "vacío", en: "empty" },
  },
  confirm: { es: "Confirmar", en: "Confirm" },
  days: (n: number): Text => ({
    es: n === 1 ? "1 día" : `${n} días`,
    en: n === 1 ? "1 day" : `${n} days`,
  }),
};
