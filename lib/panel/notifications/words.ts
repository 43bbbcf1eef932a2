import { fieldWords } from "@/lib/words/field_words.ts";
import type { Spoken } from "@/lib/words/language.ts";
import { typeWords } from "@/lib/words/phone/types.ts";

/** The panel's list of notifications, and its form that sends a test. */
export const notificationWords = {
  home: {
    latest: { es: "Últimas notificaciones", en: "Latest notifications" },
    empty: {
      es: "Aquí verás lo que se envía a los teléfonos y lo que responde cada persona.",
      en: "What is sent to phones, and what each person answers, shows up here.",
    },
    send: { es: "Enviar una prueba", en: "Send a test" },
    more: (latest: number, total: number) => ({
      es: `Las ${latest} más recientes de ${total}`,
      en: `The latest ${latest} of ${total}`,
    }),
    offline: {
      es: "Sin conexión: la lista se pondrá al día al recuperarla.",
      en: "No connection: the list catches up once it is back.",
    },
    arrived: (who: string, answer: string) => ({
      es: `${who} ha respondido ${answer}`,
      en: `${who} answered ${answer}`,
    }),
  },
  row: {
    label: { es: "Lista de notificaciones", en: "List of notifications" },
    title: { es: "Notificación", en: "Notification" },
    to: fieldWords.to,
    state: fieldWords.status,
    answer: fieldWords.answer,
    sent: { es: "Enviada", en: "Sent" },
    others: (count: number) => ({ es: `y ${count} más`, en: `and ${count} more` }),
    none: { es: "Sin respuesta", en: "No answer" },
  },
  types: typeWords,
  states: {
    answered: { es: "Respondida", en: "Answered" },
    read: { es: "Leída", en: "Read" },
    delivered: { es: "Entregada", en: "Delivered" },
    sent: { es: "Enviada", en: "Sent" },
    queued: { es: "En espera", en: "Waiting" },
    failed: { es: "Fallida", en: "Failed" },
    expired: { es: "Caducada", en: "Expired" },
    replaced: { es: "Sustituida", en: "Replaced" },
    cancelled: fieldWords.cancelled,
  },
  form: {
    title: { es: "Enviar una prueba", en: "Send a test" },
    to: fieldWords.to,
    toHint: {
      es: "El identificador con el que se emparejó el teléfono.",
      en: "The identifier that the phone was paired with.",
    },
    subject: fieldWords.title,
    body: { es: "Texto", en: "Text" },
    type: fieldWords.type,
    priority: fieldWords.priority,
    priorities: {
      low: { es: "Baja: sin sonido", en: "Low: silent" },
      normal: { es: "Normal: con sonido", en: "Normal: with sound" },
      high: { es: "Alta: insistente", en: "High: insistent" },
    },
    buttons: { es: "Botones", en: "Buttons" },
    button: (n: number) => ({ es: `Botón ${n}`, en: `Button ${n}` }),
    addButton: { es: "Añadir un botón", en: "Add a button" },
    removeButton: (n: number) => ({ es: `Quitar el botón ${n}`, en: `Remove button ${n}` }),
    allowReply: { es: "Admitir una respuesta escrita", en: "Allow a written reply" },
    optional: fieldWords.optional,
    send: { es: "Enviar prueba", en: "Send test" },
    sending: fieldWords.sending,
    shortcut: { es: "Intro", en: "Enter" },
    sentTo: (who: string) => ({ es: `Enviada a ${who}.`, en: `Sent to ${who}.` }),
    noPhone: (who: string) => ({
      es: `Enviada. ${who} aún no tiene un teléfono vinculado.`,
      en: `Sent. ${who} has no phone paired yet.`,
    }),
    sample: {
      title: { es: "Prueba de Relevo", en: "Relevo test" },
      body: {
        es: "Si lees esto, las notificaciones llegan. ¿Todo bien?",
        en: "If you can read this, notifications arrive. All good?",
      },
      yes: { es: "Todo bien", en: "All good" },
      no: { es: "Hay un problema", en: "There is a problem" },
    },
  },
  failures: {
    network: {
      es: "No se ha podido llegar al servidor. Lo que has escrito sigue aquí: " +
        "comprueba tu conexión y vuelve a enviar; no se enviará dos veces.",
      en: "The server could not be reached. What you wrote is still here: check your " +
        "connection and send again; it will not be sent twice.",
    },
    session: {
      es: "Tu sesión ha terminado. Lo que has escrito sigue aquí: vuelve a entrar en " +
        "otra pestaña y envía de nuevo.",
      en: "Your session has ended. What you wrote is still here: sign in again in " +
        "another tab, then send.",
    },
    sessionList: {
      es: "Tu sesión ha terminado: la lista ya no se pone al día.",
      en: "Your session has ended: the list is no longer kept up to date.",
    },
    reload: { es: "Volver a entrar", en: "Sign in again" },
    odd: {
      es: "El servidor ha contestado algo inesperado. Lo que has escrito sigue aquí: " +
        "inténtalo de nuevo dentro de un momento.",
      en: "The server gave an unexpected answer. What you wrote is still here: try " +
        "again in a moment.",
    },
  },
};

export type NotificationWords = Spoken<typeof notificationWords>;
