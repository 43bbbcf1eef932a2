import type { Text } from "@/lib/words/language.ts";

interface Said {
  body: string;
  from: string;
  url: string;
  /** Until when it can be answered; null without an end. */
  until: string | null;
}

/** A mail in place of a notification that nobody saw to on a phone. */
export const fallbackMailWords = {
  question: ({ body, from, url, until }: Said): Text => ({
    es:
      `${body}\n\n${from} espera tu respuesta. Puedes darla aquí, sin instalar nada:\n${url}\n\n` +
      "El enlace es solo para ti y sirve para una respuesta; abrirlo no responde por ti." +
      (until ? ` Vale hasta el ${until}.` : "") + " Contestar a este correo no responde.",
    en: `${body}\n\n${from} awaits your answer. You can give it here, with nothing to install:\n` +
      `${url}\n\nThe link is for you alone and good for one answer; opening it does not answer ` +
      "for you." + (until ? ` It is good until ${until}.` : "") +
      " Replying to this mail is no answer.",
  }),
  notice: ({ body, from, url }: Said): Text => ({
    es: `${body}\n\nAviso de ${from}. También está aquí:\n${url}`,
    en: `${body}\n\nA notice from ${from}. It is here too:\n${url}`,
  }),
};
