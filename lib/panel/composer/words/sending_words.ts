import type { Text } from "@/lib/words/language.ts";

/** Words of what leaves by an account. */
export const sendingWords = {
  unfilled: (place: string): Text => ({
    es: `Falta poner algo en lugar de ${place}.`,
    en: `Put something in place of ${place}.`,
  }),
  leaves: (seconds: number): Text => ({
    es: `Sale en ${seconds} s`,
    en: `Leaves in ${seconds} s`,
  }),
  onHold: {
    es: "La cuenta está en pausa: saldrá cuando se reanude",
    en: "The account is paused: it leaves once it is resumed",
  },
  takenBack: { es: "No se ha enviado", en: "It was not sent" },
};
