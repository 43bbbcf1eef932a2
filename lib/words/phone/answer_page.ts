import type { Text } from "@/lib/words/language.ts";

/** The page that a mail's link opens, for answers without the app. */
export const answerPageWords = {
  title: { es: "Tu respuesta", en: "Your answer" },
  from: (sender: string, when: string): Text => ({
    es: `De ${sender}, ${when}`,
    en: `From ${sender}, ${when}`,
  }),
  until: (when: string): Text => ({
    es: `Puedes responder hasta: ${when}`,
    en: `Open until ${when}`,
  }),
  once: {
    es: "Cuenta la primera respuesta; después no se puede cambiar.",
    en: "The first answer counts; it cannot be changed afterwards.",
  },
  open: { es: "Abrir el enlace", en: "Open the link" },
  answered: (what: string): Text => ({
    es: `Has respondido: ${what}`,
    en: `You answered: ${what}`,
  }),
  answeredAt: (when: string): Text => ({
    es: `Quedó anotado: ${when}. Puedes cerrar esta página.`,
    en: `It was noted: ${when}. You can close this page.`,
  }),
  others: (who: string): Text => ({
    es: `Ya ha respondido ${who}: no hace falta nada más.`,
    en: `${who} has answered already: nothing more is needed.`,
  }),
  expired: (when: string): Text => ({
    es: `Ya no se puede responder: caducó. Era hasta: ${when}`,
    en: `It can no longer be answered: it expired. It was open until ${when}`,
  }),
  closed: {
    es: "Ya no hace falta responder: quien lo envió lo ha retirado o cambiado por otro.",
    en: "No answer is needed any more: its sender has withdrawn or replaced it.",
  },
  plain: { es: "No hay que responder nada.", en: "There is nothing to answer." },
  language: { es: "English", en: "Español" },
};
