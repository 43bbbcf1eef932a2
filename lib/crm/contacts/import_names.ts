/** What people write for values that we name otherwise, as `fold` leaves it. */

/** Channels. */
export const sourceNames = {
  web: ["pagina web", "website", "formulario", "internet"],
  whatsapp: ["wasap", "wsp"],
  instagram: ["ig"],
  facebook: ["fb"],
  phone: ["telefono", "llamada", "call"],
  referral: ["referido", "recomendacion", "recomendado"],
  other: ["otro", "otra", "otros"],
};

/** Languages. */
export const languageNames = {
  es: ["espanol", "castellano", "spanish"],
  en: ["ingles", "english"],
};
