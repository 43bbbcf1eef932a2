import type { Text } from "@/lib/words/language.ts";

/** Words of what the composer says about WhatsApp, Instagram and Facebook. */
export const appWords = {
  to: { es: "Para", en: "To" },
  choose: { es: "Elegir plantilla", en: "Choose a template" },
  answering: { es: "Respondes a", en: "You answer" },
  notAnswering: { es: "No citar el mensaje", en: "Do not quote the message" },
  template: {
    title: (name: string): Text => ({ es: `Plantilla ${name}`, en: `Template ${name}` }),
    send: { es: "Enviar plantilla", en: "Send template" },
    preview: { es: "Así le llega", en: "What they get" },
    place: (name: string): Text => ({ es: `Hueco ${name}`, en: `Place ${name}` }),
    placeOf: (name: string, part: string): Text => ({
      es: `Hueco ${name} ${part}`,
      en: `Place ${name} ${part}`,
    }),
    parts: {
      header: { es: "del título", en: "of the title" },
      body: { es: "del texto", en: "of the text" },
    },
    ofButton: (button: string): Text => ({
      es: `Final del enlace de «${button}»`,
      en: `End of the link of “${button}”`,
    }),
    missing: { es: "Falta el texto", en: "Text is missing" },
    tooLong: { es: "Caben 1000 caracteres", en: "There is room for 1,000 characters" },
    missingFile: { es: "Falta el archivo", en: "The file is missing" },
    oneLine: {
      es: "Sin saltos de línea ni espacios seguidos",
      en: "Without line breaks or blanks in a row",
    },
    optIn: { es: "Cómo aceptó recibir mensajes", en: "How they agreed to get messages" },
    optInHint: {
      es: "Meta lo exige antes de la primera plantilla. Queda apuntado con tu nombre.",
      en: "Meta asks for it before the first template. It is put down with your name.",
    },
    sourceTooLong: { es: "Caben 200 caracteres", en: "There is room for 200 characters" },
    optInPlace: { es: "En el mostrador, en un formulario…", en: "At the counter, on a form…" },
    header: {
      image: { es: "Lleva una imagen", en: "It carries a picture" },
      video: { es: "Lleva un vídeo", en: "It carries a video" },
      document: { es: "Lleva un documento", en: "It carries a document" },
    },
    file: { es: "Archivo", en: "File" },
    document: { es: "Documento", en: "Document" },
    paper: (number: string): Text => ({
      es: `PDF del presupuesto ${number}`,
      en: `PDF of quotation ${number}`,
    }),
    ownFile: { es: "Otro archivo", en: "Another file" },
    linkHint: (number: string): Text => ({
      es: `Aquí va el enlace del presupuesto ${number}`,
      en: `The link of quotation ${number} goes here`,
    }),
  },
};
