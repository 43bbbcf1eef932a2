import type { Text } from "@/lib/words/language.ts";

/** Words of the link by which a colleague comes in for the first time. */
export const entryWords = {
  title: { es: "Primera entrada", en: "First sign-in" },
  hint: {
    es:
      "Con un enlace entra sin correo ni contraseña: al abrirlo registra una llave de acceso en " +
      "su dispositivo. Vale una vez, durante 7 días.",
    en:
      "With a link they come in without e-mail or a password: opening it registers a passkey on " +
      "their device. It is good once, for 7 days.",
  },
  states: {
    none: { es: "No tiene ningún enlace.", en: "There is no link." },
    open: (day: string, until: string): Text => ({
      es: `Enlace hecho ${day}; vale hasta ${until}.`,
      en: `Link made ${day}; good until ${until}.`,
    }),
    expired: (when: string): Text => ({
      es: `El enlace caducó ${when}.`,
      en: `The link expired ${when}.`,
    }),
    used: (when: string): Text => ({
      es: `El enlace se usó ${when}, pero aún no ha llegado a entrar.`,
      en: `The link was used ${when}, but they have not come in yet.`,
    }),
  },
  came: { es: "Ya ha entrado.", en: "They have come in." },
  tags: {
    open: (day: string): Text => ({ es: `Enlace hasta ${day}`, en: `Link until ${day}` }),
    expired: { es: "Enlace caducado", en: "Link expired" },
    used: { es: "Enlace usado", en: "Link used" },
  },
  make: { es: "Hacer un enlace", en: "Make a link" },
  remake: { es: "Hacer otro enlace", en: "Make another link" },
  remakeHint: {
    es: "El enlace de antes dejará de valer.",
    en: "The link of before will no longer work.",
  },
  withdraw: { es: "Retirar el enlace", en: "Withdraw the link" },
  withdrawn: { es: "Enlace retirado", en: "Link withdrawn" },
  made: (email: string): Text => ({ es: `Enlace para ${email}`, en: `Link for ${email}` }),
  once: {
    es: "Cópialo ahora y dáselo solo a esa persona: quien lo abra primero entra en su nombre. No " +
      "se volverá a mostrar.",
    en: "Copy it now and give it to nobody else: whoever opens it first comes in as them. It is " +
      "not shown again.",
  },
  until: (when: string): Text => ({
    es: `Vale una vez, hasta ${when}.`,
    en: `It is good once, until ${when}.`,
  }),
  theLink: { es: "El enlace", en: "The link" },
  copy: { es: "Copiar", en: "Copy" },
  copied: { es: "Copiado", en: "Copied" },
  done: { es: "Listo", en: "Done" },
};
