/** Names accepted in files, as `fold` leaves them. */

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

/** Fields that files of contacts and of clients have alike. */
export const addressFields = {
  email: {
    meaning: "text",
    names: ["correo", "correo electronico", "e mail", "mail", "email address"],
  },
  phone: {
    meaning: "text",
    names: ["telefono", "movil", "tel", "tlf", "telefono movil", "mobile", "phone number"],
  },
} as const;
