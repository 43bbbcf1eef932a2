import type { Text } from "@/lib/words/language.ts";

/** Words of how far a message has come. */
export const deliveryWords = {
  leaving: { es: "Sale en unos segundos", en: "Leaves in a few seconds" },
  onHold: { es: "En espera: la cuenta está en pausa", en: "On hold: the account is paused" },
  sending: { es: "Enviando…", en: "Sending…" },
  again: (when: string): Text => ({
    es: `No ha salido; se reintenta a las ${when}`,
    en: `It did not leave; tried again at ${when}`,
  }),
  states: {
    sent: { es: "Enviado", en: "Sent" },
    partly: { es: "No lo tienen todos", en: "Not everybody has it" },
    delivered: { es: "Entregado", en: "Delivered" },
    read: { es: "Leído", en: "Read" },
    failed: { es: "No enviado", en: "Not sent" },
    uncertain: { es: "Quizá no llegó", en: "May not have arrived" },
    cancelled: { es: "No se envió", en: "Was not sent" },
  },
  missing: (address: string): Text => ({
    es: `${address} no lo ha recibido`,
    en: `${address} has not got it`,
  }),
  missingAgain: (address: string, when: string): Text => ({
    es: `${address} no lo ha recibido aún; se reintenta a las ${when}`,
    en: `${address} has not got it yet; tried again at ${when}`,
  }),
  verbs: {
    cancel: { es: "No enviar", en: "Do not send" },
    retry: { es: "Reintentar", en: "Try again" },
    resend: { es: "Enviar otra vez…", en: "Send again…" },
    settle: { es: "Sí llegó…", en: "It arrived…" },
  },
  done: {
    cancel: { es: "No se ha enviado", en: "It was not sent" },
    again: { es: "Se envía otra vez", en: "It is sent again" },
    settle: { es: "Consta como enviado", en: "It is put down as sent" },
  },
  resend: {
    title: { es: "¿Enviar el mensaje otra vez?", en: "Send the message again?" },
    text: {
      es: "No se sabe si llegó. Si llegó, lo recibirá dos veces.",
      en: "Nobody knows whether it arrived. If it did, it arrives twice.",
    },
    button: { es: "Enviar otra vez", en: "Send again" },
  },
  settle: {
    title: { es: "¿Sabes que el mensaje llegó?", en: "Do you know that the message arrived?" },
    text: {
      es: "Constará como enviado, y no se envía otra vez.",
      en: "It is put down as sent, and is not sent again.",
    },
    button: { es: "Sí llegó", en: "It arrived" },
  },
  by: (account: string): Text => ({ es: `por ${account}`, en: `by ${account}` }),
  byPhone: { es: "por teléfono", en: "by phone" },
  elsewhere: (account: string): Text => ({ es: `desde ${account}`, en: `from ${account}` }),
};
