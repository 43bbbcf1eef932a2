import { fieldWords } from "@/lib/words/field_words.ts";

/** Words of sending and sharing. */
export const sendWords = {
  title: { es: "Enviar presupuesto", en: "Send quotation" },
  shareTitle: { es: "Compartir presupuesto", en: "Share quotation" },
  preview: {
    es: "Así lo verá el cliente. Al enviarlo se guarda como es y se crea un enlace para él.",
    en: "This is what the client will see. Sending keeps it as it is and makes a link for them.",
  },
  changed: {
    es: "Ha cambiado mientras lo mirabas, y no se ha enviado. Así está ahora:",
    en: "It changed while you were looking, and was not sent. This is how it is now:",
  },
  send: { es: "Enviar y crear enlace", en: "Send and make a link" },
  makeLink: { es: "Crear un enlace", en: "Make a link" },
  shareText: {
    es: "Con un enlace el cliente lee el presupuesto y responde sin cuenta. " +
      "La dirección se muestra solo ahora.",
    en: "By a link the client reads the quotation and answers without an account. " +
      "Its address is shown only now.",
  },
  ready: {
    es: "Haz llegar este enlace al cliente; se muestra solo ahora.",
    en: "Get this link to the client; it is shown only now.",
  },
  link: fieldWords.link,
  copy: { es: "Copiar enlace", en: "Copy link" },
  copied: { es: "Enlace copiado", en: "Link copied" },
  mail: { es: "Escribir correo", en: "Write e-mail" },
  whatsapp: fieldWords.whatsapp,
};
