import type { Text } from "@/lib/words/language.ts";

/** Words of files on messages and notes. */
export const fileWords = {
  files: { es: "Archivos", en: "Files" },
  opens: (name: string): Text => ({
    es: `Abrir ${name} en otra pestaña`,
    en: `Open ${name} in a new tab`,
  }),
  saves: (name: string): Text => ({ es: `Guardar ${name}`, en: `Save ${name}` }),
  save: { es: "Guardar", en: "Save" },
  coming: (name: string): Text => ({
    es: `«${name}» todavía está llegando.`,
    en: `“${name}” is still coming.`,
  }),
  fetch: { es: "Intentar otra vez", en: "Try again" },
  fetchOne: (name: string): Text => ({
    es: `Intentar otra vez: ${name}`,
    en: `Try again: ${name}`,
  }),
  fetching: { es: "Se busca otra vez", en: "It is fetched again" },
  leftOut: {
    no_room: (name: string): Text => ({
      es: `«${name}» no se ha guardado: no queda sitio para archivos.`,
      en: `“${name}” was not kept: there is no room left for files.`,
    }),
    too_many: (name: string): Text => ({
      es: `«${name}» no se ha guardado: de un correo se guardan 50 archivos.`,
      en: `“${name}” was not kept: 50 files of a mail are kept.`,
    }),
    too_large: (name: string): Text => ({
      es: `«${name}» no se ha guardado: se guardan 25 MB por archivo y 40 MB por correo.`,
      en: `“${name}” was not kept: 25 MB of a file and 40 MB of a mail are kept.`,
    }),
    beyond_parts: (name: string): Text => ({
      es: `«${name}» no se ha guardado: el correo tiene más partes de las que se leen.`,
      en: `“${name}” was not kept: the mail has more parts than are read.`,
    }),
    expired: (name: string): Text => ({
      es: `«${name}» era de una historia, que se guarda 24 horas.`,
      en: `“${name}” was of a story, which is kept for 24 hours.`,
    }),
    unreachable: (name: string): Text => ({
      es: `«${name}» no se ha podido traer.`,
      en: `“${name}” could not be fetched.`,
    }),
    empty: (name: string): Text => ({
      es: `«${name}» llegó vacío.`,
      en: `“${name}” came empty.`,
    }),
  },
};
