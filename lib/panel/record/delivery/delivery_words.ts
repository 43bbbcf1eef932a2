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
    delivered: { es: "Entregado", en: "Delivered" },
    read: { es: "Leído", en: "Read" },
    failed: { es: "No enviado", en: "Not sent" },
    uncertain: { es: "Quizá no llegó", en: "May not have arrived" },
    cancelled: { es: "No se envió", en: "Was not sent" },
  },
  verbs: {
    cancel: { es: "No enviar", en: "Do not send" },
    retry: { es: "Reintentar", en: "Try again" },
    resend: { es: "Enviar otra vez…", en: "Send again…" },
  },
  done: {
    cancel: { es: "No se ha enviado", en: "It was not sent" },
    again: { es: "Se envía otra vez", en: "It is sent again" },
  },
  resend: {
    title: { es: "¿Enviar el mensaje otra vez?", en: "Send the message again?" },
    text: {
      es: "No se sabe si llegó. Si llegó, lo recibirá dos veces.",
      en: "Nobody knows whether it arrived. If it did, it arrives twice.",
    },
    button: { es: "Enviar otra vez", en: "Send again" },
  },
  by: (account: string): Text => ({ es: `por ${account}`, en: `by ${account}` }),
  byPhone: { es: "por teléfono", en: "by phone" },
  elsewhere: (account: string): Text => ({ es: `desde ${account}`, en: `from ${account}` }),
};
