import type { Text } from "@/lib/words/language.ts";

/** Errors of times that a notification is snoozed to, and of mails that go in its place. */
export const dueWords = {
  noMailAccount: {
    es: "la empresa no tiene una cuenta de correo por la que enviarlo",
    en: "needs an e-mail account of the company to be sent by",
  },
  ofMany: {
    es: "con varios que responden debe ser el identificador de uno, o valer la primera respuesta",
    en: "must be one recipient's id where each of several may answer, or the first answer count",
  },
  strangersFull: (perDay: number): Text => ({
    es: "debe ir a un contacto, cliente, miembro o usuario de la empresa: el máximo de otras " +
      `direcciones al día (UTC) es ${perDay}, y ya está usado`,
    en: "must go to a contact, client, member or user of the company: the bound of other " +
      `addresses a day (UTC) is ${perDay}, and it is used up`,
  }),
  ahead: { es: "debe estar por venir", en: "must be ahead" },
  withinMonth: { es: "debe ser en 31 días como mucho", en: "must be within 31 days" },
  beforeItEnds: { es: "debe ser antes de que caduque", en: "must be before it expires" },
};
