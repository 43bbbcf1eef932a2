import type { Text } from "@/lib/words/language.ts";

/** Words of files that are attached, loaded with the first of them. */
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
