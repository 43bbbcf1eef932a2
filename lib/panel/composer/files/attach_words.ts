import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of files that are attached, and of reply templates: loaded with the first of them. */
export const attachWords = {
  files: { es: "Archivos adjuntos", en: "Attached files" },
  nameless: { es: "archivo", en: "file" },
  remove: (name: string): Text => ({ es: `Quitar ${name}`, en: `Remove ${name}` }),
  sending: (name: string): Text => ({ es: `Subiendo ${name}`, en: `Uploading ${name}` }),
  tooLarge: (name: string): Text => ({
    es: `«${name}» pasa de 25 MB.`,
    en: `“${name}” is larger than 25 MB.`,
  }),
  empty: (name: string): Text => ({ es: `«${name}» está vacío.`, en: `“${name}” is empty.` }),
  failed: {
    es: "Hay un archivo que no ha subido: quítalo o vuelve a adjuntarlo.",
    en: "A file did not go up: remove it or attach it again.",
  },
  tooMany: (most: number): Text => ({
    es: `Caben ${most} archivos; el resto no se ha adjuntado.`,
    en: `There is room for ${most} files; the others are not attached.`,
  }),
};

/** Words of what is sent or stored. */
export const sendingWords = {
  noTitle: { es: "Falta decir qué hay que hacer.", en: "Say what is to be done." },
  noDay: {
    es: "Falta decir cuándo: mañana, el jueves a las 10…",
    en: "Say when: tomorrow, Thursday at 10…",
  },
  unfilled: (place: string): Text => ({
    es: `Falta poner algo en lugar de ${place}.`,
    en: `Put something in place of ${place}.`,
  }),
  leaves: (seconds: number): Text => ({
    es: `Sale en ${seconds} s`,
    en: `Leaves in ${seconds} s`,
  }),
  onHold: {
    es: "La cuenta está en pausa: saldrá cuando se reanude",
    en: "The account is paused: it leaves once it is resumed",
  },
  takenBack: { es: "No se ha enviado", en: "It was not sent" },
};

export const templateMenuWords = {
  label: fieldWords.templates,
  none: {
    es: "Todavía no hay plantillas.",
    en: "There are no templates yet.",
  },
  make: { es: "Crear una", en: "Make one" },
  noLink: {
    es: "No se pudo crear el enlace del presupuesto",
    en: "The quotation's link could not be made",
  },
};
