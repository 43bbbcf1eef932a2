import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of the settings of reply templates. */
export const templateWords = {
  empty: {
    es: "Todavía no hay plantillas. Escribe la primera respuesta que repites.",
    en: "There are no templates yet. Write the first reply that you repeat.",
  },
  create: { es: "Nueva plantilla", en: "New template" },
  edit: { es: "Editar plantilla", en: "Edit template" },
  editOf: (name: string): Text => ({ es: `Editar ${name}`, en: `Edit ${name}` }),
  name: fieldWords.name,
  nameHint: { es: "Se busca por ella al escribir «/».", en: "“/” finds it by this." },
  language: fieldWords.language,
  body: { es: "Texto", en: "Text" },
  places: {
    es: "Se rellena solo, púlsalo para ponerlo:",
    en: "Filled by itself; press to put it in:",
  },
  variables: {
    "contact.name": { es: "Nombre del contacto", en: "Contact's name" },
    "company.name": { es: "Nombre de la empresa", en: "Company's name" },
    "member.name": { es: "Quien responde", en: "Who answers" },
    "quote.number": { es: "Número del presupuesto", en: "Quotation's number" },
    "quote.link": { es: "Enlace del presupuesto", en: "Quotation's link" },
  },
  made: { es: "Plantilla creada", en: "Template made" },
  saved: { es: "Plantilla guardada", en: "Template saved" },
  remove: { es: "Borrar…", en: "Delete…" },
  removeAsk: {
    title: (name: string): Text => ({ es: `¿Borrar «${name}»?`, en: `Delete “${name}”?` }),
    text: {
      es: "Lo que se escribió con ella se queda como está. No tiene vuelta atrás.",
      en: "What was written with it stays as it is. There is no way back.",
    },
    button: { es: "Borrar la plantilla", en: "Delete the template" },
  },
  removed: { es: "Plantilla borrada", en: "Template deleted" },
};
