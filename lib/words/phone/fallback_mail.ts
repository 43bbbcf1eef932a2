import type { Text } from "@/lib/words/language.ts";

/** A mail in place of a notification that nobody saw to on a phone; `until` may be empty. */
export const fallbackMailWords = {
  question: (body: string, from: string, url: string, until: string): Text => ({
    es: `${body}\n\nTe lo pregunta: ${from}\nResponde aquí, sin instalar nada:\n${url}\n\n` +
      "El enlace es solo para ti y sirve para una respuesta; abrirlo no responde por ti." +
      (until ? ` Vale hasta: ${until}.` : "") + " Contestar a este correo no responde.",
    en: `${body}\n\nThe question is from: ${from}\nAnswer here, with nothing to install:\n${url}` +
      "\n\nThe link is for you alone and good for one answer; opening it does not answer for " +
      "you." + (until ? ` It is good until: ${until}.` : "") +
      " Replying to this mail is no answer.",
  }),
  notice: (body: string, from: string, url: string): Text => ({
    es: `${body}\n\nAviso de: ${from}\nTambién está aquí:\n${url}`,
    en: `${body}\n\nA notice from: ${from}\nIt is here too:\n${url}`,
  }),
};
