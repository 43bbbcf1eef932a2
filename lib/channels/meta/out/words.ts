import type { Text } from "@/lib/words/language.ts";

/** Where the code says more than its class. */
const codeWords: Record<number, Text> = {
  190: {
    es: "El acceso a Meta ya no vale: pon un token nuevo en la cuenta.",
    en: "Meta's token is no longer good: put a new one into the account.",
  },
  130472: {
    es: "Meta no entrega marketing a esta persona por un experimento suyo: no sirve repetirlo.",
    en: "Meta withholds marketing from this person for an experiment: repeating it does not help.",
  },
  131026: {
    es: "No se puede entregar: quizá no tenga WhatsApp o no haya aceptado sus condiciones. Llama.",
    en: "It cannot be delivered: they may lack WhatsApp, or have not taken its terms. Call them.",
  },
  131030: {
    es: "Es un número de prueba y esta persona no está en su lista: añádela en Meta.",
    en: "This is a test number, and this person is not on its list: add them at Meta.",
  },
  131042: {
    es: "Meta no puede cobrar: arregla la forma de pago de la cuenta de WhatsApp.",
    en: "Meta cannot charge: mend the payment method of the WhatsApp account.",
  },
  131049: {
    es: "Meta limita el marketing que recibe esta persona: inténtalo dentro de unos días.",
    en: "Meta limits the marketing that this person gets: try again in some days.",
  },
  131050: {
    es: "Esta persona ha dejado de aceptar marketing: escríbele solo si ella escribe.",
    en: "This person has stopped marketing: write only when they write.",
  },
  132001: {
    es: "Meta no tiene esa plantilla en ese idioma: actualiza la lista y elige otra.",
    en: "Meta has no such template in that language: refresh the list and choose another.",
  },
  132015: {
    es: "Meta ha pausado la plantilla por su calidad: elige otra.",
    en: "Meta has paused the template for its quality: choose another.",
  },
  132016: {
    es: "Meta ha retirado la plantilla por su calidad: elige otra.",
    en: "Meta has switched the template off for its quality: choose another.",
  },
};

export function wordsOfCode(code: number | null): Text | undefined {
  return code === null ? undefined : codeWords[code];
}

/** Why a message is refused before it is queued. */
export const outgoingWords = {
  type: (types: string): Text => ({
    es: `esta cuenta solo envía archivos de tipo ${types}`,
    en: `this account sends files of ${types} only`,
  }),
  size: { es: "es demasiado grande para esta cuenta", en: "is too large for this account" },
  parts: (most: number): Text => ({
    es: `saldría en más de ${most} mensajes: escribe menos o quita archivos`,
    en: `would leave as more than ${most} messages: write less, or take files off`,
  }),
  answers: {
    es: "no es un mensaje de esta conversación por esta cuenta",
    en: "is no message of this conversation by this account",
  },
  template: {
    es: "no es una plantilla aprobada de este número",
    en: "is no approved template of this number",
  },
  noLink: {
    es: "no lleva el presupuesto: usa una con un documento, o una variable con {{quote.link}}",
    en: "does not carry the quotation: use one with a document, or {{quote.link}} as a variable",
  },
  marketing: {
    es: "es de marketing, y esta persona no lo quiere",
    en: "is marketing, which this person does not want",
  },
  optIn: {
    es: "falta: di cómo aceptó esta persona que le escribas",
    en: "is missing: say how this person agreed to be written to",
  },
  noBody: { es: "lo pone la plantilla: déjalo vacío", en: "is the template's: leave it empty" },
  header: (kind: string): Text => ({
    es: `la plantilla necesita un archivo: ${kind}`,
    en: `the template needs one file: ${kind}`,
  }),
  noHeader: { es: "la plantilla no lleva archivos", en: "the template takes no files" },
  variableCount: (count: number): Text => ({
    es: `la plantilla tiene ${count} variables`,
    en: `the template has ${count} variables`,
  }),
  variable: {
    es: "no puede estar vacía ni llevar saltos de línea, tabuladores o cuatro espacios seguidos",
    en: "must not be empty, nor have line breaks, tabs or four blanks in a row",
  },
  noVariable: { es: "no es una variable de la plantilla", en: "is no variable of the template" },
};
