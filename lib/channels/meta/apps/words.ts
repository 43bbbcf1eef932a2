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

/** Steps of setting up and trying an app. */
export const appStepWords = {
  secret: { es: "Clave secreta de la aplicación", en: "The app's secret" },
  address: { es: "Dirección a la que Meta llama", en: "The address that Meta calls" },
  whatsapp_business_account: { es: "Avisos de WhatsApp", en: "Hooks of WhatsApp" },
  page: { es: "Avisos de páginas de Facebook", en: "Hooks of Facebook pages" },
  instagram: { es: "Avisos de Instagram", en: "Hooks of Instagram" },
} as const;

export const appFailureWords = {
  secret: {
    es: "La clave secreta no se puede leer con las claves de esta instalación.",
    en: "The secret cannot be read with this installation's keys.",
  },
  unproved: {
    es: "Meta no ha comprobado la dirección todavía.",
    en: "Meta has not proved the address yet.",
  },
  refused: (count: number) => ({
    es: count === 1
      ? "Meta ha llamado una vez y la clave secreta no encaja."
      : `Meta ha llamado ${count} veces y la clave secreta no encaja.`,
    en: count === 1
      ? "Meta has called once and the secret does not fit."
      : `Meta has called ${count} times and the secret does not fit.`,
  }),
};

export const appAdviceWords = {
  secret: {
    es: "Guarda la clave secreta de nuevo, o devuelve la clave antigua a SECRETS_KEYS.",
    en: "Store the secret again, or put the old key back in SECRETS_KEYS.",
  },
  address: {
    es: "Quien administra la instalación debe poner en PUBLIC_URL una dirección https pública.",
    en: "The operator must set PUBLIC_URL to a public https address.",
  },
  byHand: {
    es: "Copia la dirección y el token de verificación en la aplicación, en Meta, y elige allí " +
      "los mismos campos.",
    en: "Copy the address and the verify token into the app at Meta, and choose the fields there.",
  },
  refused: {
    es: "Copia la clave secreta de nuevo de la configuración básica de la aplicación; si usa el " +
      "inicio de sesión de Instagram, también la suya.",
    en: "Copy the app secret again from the app's basic settings; with Instagram Login, copy " +
      "Instagram's own secret too.",
  },
  unheard: {
    es: "Aún no ha llegado ninguno. Escribe a la cuenta desde un teléfono sin función en la " +
      "aplicación: así se ve si se oye a desconocidos.",
    en: "None has come yet. Write to the account from a phone without a role in the app: that " +
      "shows whether strangers are heard.",
  },
} as const;
