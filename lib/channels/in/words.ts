/** Reasons why an inbound message could not be read. */
export const problemWords = {
  unreadable: {
    es: "No es un mensaje que esta cuenta sepa leer.",
    en: "It is no message that this account can read.",
  },
  thread: {
    es: "Leerlo ha tardado demasiado o ha agotado la memoria.",
    en: "Reading it took too long or all memory.",
  },
  failed: { es: "No se ha podido guardar.", en: "It could not be filed." },
};
