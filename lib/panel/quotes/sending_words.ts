import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of the message that a quotation leaves by, and of how far it has come. */
export const messageWords = {
  via: { es: "Por dónde sale", en: "What it goes by" },
  linkOnly: { es: "Solo el enlace: lo mandas tú", en: "The link only: you pass it on" },
  paused: (name: string): Text => ({ es: `${name} (en pausa)`, en: `${name} (paused)` }),
  pausedHint: {
    es: "La cuenta está en pausa: saldrá cuando se reanude.",
    en: "The account is paused: it leaves once it is resumed.",
  },
  noAccounts: {
    es: "Con un correo conectado el presupuesto sale desde aquí, con su PDF.",
    en: "With a mailbox connected the quotation leaves from here, with its PDF.",
  },
  connect: { es: "Conectar un correo", en: "Connect a mailbox" },
  to: { es: "Para", en: "To" },
  cc: { es: "Copia", en: "Cc" },
  ccHint: { es: "Varias, separadas por comas.", en: "Several are separated by commas." },
  subject: { es: "Asunto", en: "Subject" },
  template: { es: "Plantilla", en: "Template" },
  builtIn: { es: "Texto de Relevo", en: "Relevo's own text" },
  text: { es: "Texto del mensaje", en: "Text of the message" },
  goesAlong: { es: "Van con el mensaje:", en: "These go along:" },
  link: { es: "el enlace del cliente", en: "the client's link" },
  send: fieldWords.send,
  tellTitle: { es: "Avisar de la aceptación", en: "Tell that it is accepted" },
  tellText: {
    es: "El cliente ha aceptado. Dile que lo sabéis y qué viene ahora.",
    en: "The client has accepted. Say that you know, and what comes next.",
  },
  preparing: {
    es: "Preparando el PDF y el mensaje…",
    en: "Preparing the PDF and the message…",
  },
  noWay: {
    es: "Ninguna cuenta puede llegar a este cliente.",
    en: "No account can reach this client.",
  },
};
