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
  tooMany: (most: number): Text => ({
    es: `Caben ${most} archivos; el resto no se ha adjuntado.`,
    en: `There is room for ${most} files; the others are not attached.`,
  }),
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
