import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of the composer where it writes a mail. */
export const mailWords = {
  to: fieldWords.to,
  cc: { es: "Con copia a", en: "Copy to" },
  ccHint: { es: "Direcciones, con comas entre ellas", en: "Addresses, with commas between them" },
  subject: { es: "Asunto", en: "Subject" },
  fold: { es: "A quién y asunto", en: "To whom and subject" },
  all: { es: "Responder a todos", en: "Answer all" },
  refused: (address: string, day: string): Text => ({
    es: `${address} devolvió un correo el ${day}`,
    en: `${address} returned a mail on ${day}`,
  }),
  refusedMeans: {
    es: "Si lo envías, se intenta de todos modos.",
    en: "If you send it, it is tried all the same.",
  },
  forget: { es: "Ya funciona", en: "It works again" },
  forgetOf: (address: string): Text => ({
    es: `Ya funciona: ${address}`,
    en: `It works again: ${address}`,
  }),
  forgotten: { es: "No se volverá a avisar", en: "There will be no more warning" },
  signature: { es: "Se añade la firma:", en: "The signature is added:" },
};
