import type { Text } from "@/lib/words/language.ts";

/** Words of what the composer says about WhatsApp, Instagram and Facebook. */
export const appWords = {
  to: { es: "Para", en: "To" },
  left: (hours: number): Text => ({
    es: hours === 1 ? "queda 1 h para escribir" : `quedan ${hours} h para escribir`,
    en: `${hours} h left to write`,
  }),
  clock: (time: string): Text => ({
    es: `quedan ${time} min para escribir`,
    en: `${time} min left to write`,
  }),
  agent: (until: string): Text => ({
    es: `puedes responder tú, en persona, hasta ${until}`,
    en: `you can answer, as a person, until ${until}`,
  }),
  onlyTemplate: {
    es: "Hace más de un día que no escribe: solo le llega una plantilla.",
    en: "They wrote more than a day ago: only a template reaches them.",
  },
  firstTemplate: {
    es: "Aún no ha escrito a este número: solo le llega una plantilla.",
    en: "They have not written to this number yet: only a template reaches them.",
  },
  closed: {
    es: "Hace demasiado que no escribe: no le llega nada hasta que vuelva a escribir.",
    en: "They wrote too long ago: nothing reaches them until they write again.",
  },
  first: {
    es: "Aún no ha escrito a esta cuenta: no le llega nada hasta que escriba.",
    en: "They have not written to this account yet: nothing reaches them until they do.",
  },
  choose: { es: "Elegir plantilla", en: "Choose a template" },
  parts: (count: number): Text => ({
    es: `Sale en ${count} mensajes`,
    en: `Leaves in ${count} messages`,
  }),
  tooMany: (count: number, most: number): Text => ({
    es: `Son ${count} mensajes y salen ${most} como mucho: acórtalo.`,
    en: `That is ${count} messages, and ${most} leave at most: shorten it.`,
  }),
  answering: { es: "Respondes a", en: "You answer" },
  notAnswering: { es: "No citar el mensaje", en: "Do not quote the message" },
  template: {
    title: (name: string): Text => ({ es: `Plantilla ${name}`, en: `Template ${name}` }),
    of: (channel: string): Text => ({ es: `de ${channel}`, en: `of ${channel}` }),
    send: { es: "Enviar plantilla", en: "Send template" },
    preview: { es: "Así le llega", en: "What they get" },
    place: (name: string): Text => ({ es: `Hueco ${name}`, en: `Place ${name}` }),
    ofButton: (button: string): Text => ({
      es: `Final del enlace de «${button}»`,
      en: `End of the link of “${button}”`,
    }),
    missing: { es: "Falta el texto", en: "Text is missing" },
    oneLine: {
      es: "Sin saltos de línea ni espacios seguidos",
      en: "Without line breaks or blanks in a row",
    },
    optIn: { es: "Cómo aceptó recibir mensajes", en: "How they agreed to get messages" },
    optInHint: {
      es: "Meta lo exige antes de la primera plantilla. Queda apuntado con tu nombre.",
      en: "Meta asks for it before the first template. It is put down with your name.",
    },
    optInPlace: { es: "En el mostrador, en un formulario…", en: "At the counter, on a form…" },
    header: {
      image: { es: "Lleva una imagen", en: "It carries a picture" },
      video: { es: "Lleva un vídeo", en: "It carries a video" },
      document: { es: "Lleva un documento", en: "It carries a document" },
    },
    file: { es: "Archivo", en: "File" },
  },
};
