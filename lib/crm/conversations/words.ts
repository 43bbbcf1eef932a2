import type { Text } from "@/lib/words/language.ts";

/** Reasons why something cannot be sent, or not now. */
export const sendingWords = {
  noAccount: {
    es: "La empresa no tiene ninguna cuenta por la que enviar. Se añade en el panel, en Ajustes, " +
      "Canales.",
    en: "The company has no account to send by. One is added in the panel, in Settings, Channels.",
  },
  noAddress: {
    es: "No hay dirección ni número de esta persona al que escribir.",
    en: "There is no address or number of this person to write to.",
  },
  paused: (name: string): Text => ({
    es: `${name} está en pausa: lo que envíes saldrá cuando se reanude.`,
    en: `${name} is paused: what you send leaves once it is resumed.`,
  }),
  failing: (name: string, why: string): Text => ({
    es: `${name} no puede enviar ahora. ${why} Lo que envíes espera y se vuelve a intentar.`,
    en: `${name} cannot send now. ${why} What you send waits and is tried again.`,
  }),
  unfilled: (place: string): Text => ({
    es: `tiene sin poner ${place}`,
    en: `has nothing in place of ${place}`,
  }),
  which: {
    es: "debe decir por qué cuenta sale",
    en: "must say which account it goes by",
  },
  withinAYear: { es: "debe ser de los próximos 12 meses", en: "must be within 12 months" },
};
