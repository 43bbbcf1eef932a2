import type { Text } from "@/lib/words/language.ts";

/** Words of files on messages and notes. */
export const fileWords = {
  files: { es: "Archivos", en: "Files" },
  opens: (name: string): Text => ({
    es: `Abrir ${name} en otra pestaña`,
    en: `Open ${name} in a new tab`,
  }),
  saves: (name: string): Text => ({ es: `Guardar ${name}`, en: `Save ${name}` }),
  leftOut: (name: string): Text => ({
    es: `«${name}» no se ha guardado: no queda sitio para archivos.`,
    en: `“${name}” was not kept: there is no room left for files.`,
  }),
};
