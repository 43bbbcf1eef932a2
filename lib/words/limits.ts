import type { Text } from "@/lib/words/language.ts";

/** Refusals where there is no room for one more: by thing, and by whose limit it is. */
export const limitWords = {
  keys: {
    company: (limit: number): Text => ({
      es: `La empresa tiene ya ${limit} claves de API activas, el máximo. Revoca una antes.`,
      en: `The company has ${limit} live API keys already, which is the limit. Revoke one first.`,
    }),
    day: (limit: number): Text => ({
      es: `Hoy se han creado ya ${limit} claves de API, el máximo en 24 horas.`,
      en: `${limit} API keys were made today already, the most in 24 hours.`,
    }),
    member: (limit: number): Text => ({
      es: `Tienes ya ${limit} claves de API activas, el máximo por persona. Revoca una antes.`,
      en: `You have ${limit} live API keys already, the limit of one person. Revoke one first.`,
    }),
    memberDay: (limit: number): Text => ({
      es: `Hoy has creado ya ${limit} claves de API, el máximo por persona en 24 horas.`,
      en: `You made ${limit} API keys today already, the most of one person in 24 hours.`,
    }),
  },
  phones: {
    company: (limit: number): Text => ({
      es: `La empresa tiene ya ${limit} teléfonos, contando los códigos sin usar: es el máximo. ` +
        "Desvincula antes los que sobren.",
      en: `The company has ${limit} phones already, unused codes included, which is the limit. ` +
        "Unpair those that are no longer needed first.",
    }),
    member: (limit: number): Text => ({
      es: `Has vinculado ya ${limit} teléfonos, contando los códigos sin usar: es el máximo por ` +
        "persona.",
      en: `You have paired ${limit} phones already, unused codes included, which is the limit of ` +
        "one person.",
    }),
    key: (limit: number): Text => ({
      es: `Con esta clave se han vinculado ya ${limit} teléfonos, contando los códigos sin usar: ` +
        "es el máximo por clave.",
      en:
        `${limit} phones were paired with this key already, unused codes included, which is the ` +
        "limit of one key.",
    }),
  },
  records: {
    company: (limit: number): Text => ({
      es: `La empresa tiene ya ${limit} registros de este tipo, el máximo. ` +
        "Lleva antes a la papelera los que sobren.",
      en: `The company has ${limit} records of this kind already, which is the limit. ` +
        "Move those that are no longer needed to the trash first.",
    }),
  },
  questions: {
    quote: (limit: number): Text => ({
      es: `Hay ${limit} preguntas sin responder, el máximo. No se ha enviado otra.`,
      en: `${limit} questions wait for an answer, which is the limit. No other one was sent.`,
    }),
  },
  channels: {
    company: (limit: number): Text => ({
      es: `La empresa tiene ya ${limit} cuentas de canales, el máximo. Elimina antes una.`,
      en:
        `The company has ${limit} channel accounts already, which is the limit. Delete one first.`,
    }),
  },
  templates: {
    company: (limit: number): Text => ({
      es: `La empresa tiene ya ${limit} plantillas de respuesta, el máximo. Elimina antes una.`,
      en: `The company has ${limit} reply templates already, which is the limit. Delete one first.`,
    }),
  },
  files: {
    company: (limit: number): Text => ({
      es: `Los archivos de la empresa ocupan ya ${limit} MB, el máximo. ` +
        "No se ha guardado.",
      en: `The company's files take ${limit} MB already, which is the limit. ` +
        "It was not kept.",
    }),
  },
  companies: {
    person: (limit: number): Text => ({
      es: `Has creado ya ${limit} empresas, el máximo por persona.`,
      en: `You have made ${limit} companies already, the limit of one person.`,
    }),
  },
  metaApps: {
    company: (limit: number): Text => ({
      es: `La empresa tiene ya ${limit} aplicaciones de Meta, el máximo. Elimina una antes.`,
      en: `The company has ${limit} Meta apps already, which is the limit. Delete one first.`,
    }),
  },
};
