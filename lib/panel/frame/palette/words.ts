import type { Text } from "@/lib/words/language.ts";

/** Words of what the palette does beyond the sections, and others by which people ask for it. */
export const paletteWords = {
  imports: {
    contacts: { es: "Importar contactos", en: "Import contacts" },
    clients: { es: "Importar clientes", en: "Import clients" },
    products: { es: "Importar productos", en: "Import products" },
  },
  pastImports: { es: "Importaciones anteriores", en: "Past imports" },
  api: { es: "Documentación de la API", en: "API reference" },
  call: (number: string): Text => ({ es: `Llamar al ${number}`, en: `Call ${number}` }),
  make: {
    contacts: (name: string): Text => ({
      es: `Crear contacto «${name}»`,
      en: `Create contact “${name}”`,
    }),
    clients: (name: string): Text => ({
      es: `Crear cliente «${name}»`,
      en: `Create client “${name}”`,
    }),
    tasks: (name: string): Text => ({ es: `Crear tarea «${name}»`, en: `Create task “${name}”` }),
  },
  also: {
    hours: { es: "horas abierto cerrado festivos", en: "opening times closed days" },
    brand: { es: "logo color marca", en: "logo color" },
    channels: { es: "correo buzón whatsapp cuentas", en: "mailbox e-mail whatsapp accounts" },
    templates: { es: "respuestas", en: "replies" },
    trash: { es: "borrados recuperar", en: "deleted restore bin" },
    privacy: { es: "privacidad borrar datos", en: "privacy erase data" },
    me: { es: "idioma aspecto", en: "language appearance" },
  },
  creations: {
    employees: { es: "persona empleado invitar equipo", en: "person employee invite team" },
    notifications: { es: "aviso", en: "notice" },
  },
};
