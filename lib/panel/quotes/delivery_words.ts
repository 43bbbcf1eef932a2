/** Words of how far a quotation's message has come. */
export const quoteDeliveryWords = {
  states: {
    queued: { es: "El mensaje sale en unos segundos", en: "The message leaves in a few seconds" },
    held: {
      es: "El mensaje espera: la cuenta está en pausa",
      en: "The message waits: its account is paused",
    },
    again: {
      es: "El mensaje no ha salido todavía; se reintenta",
      en: "The message has not left yet; it is tried again",
    },
    sending: { es: "Enviando el mensaje…", en: "Sending the message…" },
    sent: { es: "Mensaje enviado", en: "Message sent" },
    partly: { es: "El mensaje no lo tienen todos", en: "Not everybody has the message" },
    delivered: { es: "Mensaje entregado", en: "Message delivered" },
    read: { es: "Mensaje leído", en: "Message read" },
    failed: { es: "El mensaje no ha llegado", en: "The message did not arrive" },
    uncertain: { es: "Quizá el mensaje no llegó", en: "The message may not have arrived" },
    cancelled: { es: "El mensaje no se envió", en: "The message was not sent" },
  },
  openMessage: { es: "Ver el mensaje", en: "See the message" },
};
