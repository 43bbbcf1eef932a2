/** Names accepted in files for our values, as `fold` leaves them. */

export const sourceNames = {
  web: ["pagina web", "website", "formulario", "internet"],
  whatsapp: ["wasap", "wsp"],
  instagram: ["ig"],
  facebook: ["fb"],
  phone: ["telefono", "llamada", "call"],
  referral: ["referido", "recomendacion", "recomendado"],
  other: ["otro", "otra", "otros"],
};

export const languageNames = {
  es: ["espanol", "castellano", "spanish"],
  en: ["ingles", "english"],
};
