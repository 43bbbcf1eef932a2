/** Sentences about Meta apps. */
export const metaProblemWords = {
  unknown_account: {
    es: "Meta envía eventos de una cuenta que no está conectada aquí. Conéctala, o quítala de la " +
      "aplicación en Meta.",
    en: "Meta sends events of an account that is not connected here. Connect it, or take it out " +
      "of the app at Meta.",
  },
  no_hook: {
    es: "Una llamada firmada de Meta no contiene eventos que se puedan leer.",
    en: "A signed call of Meta's holds no events that can be read.",
  },
  unreadable: {
    es: "No se pudo leer: el proceso que lo intentó terminó antes.",
    en: "It could not be read: the process that tried ended before.",
  },
} as const;

export const metaRefusalWords = {
  notMember: {
    es: "No perteneces a esa empresa.",
    en: "You are not a member of that company.",
  },
} as const;
