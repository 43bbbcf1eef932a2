/** Channels by which contacts reach the company. */
export const channels = [
  "web",
  "whatsapp",
  "instagram",
  "facebook",
  "phone",
  "referral",
  "other",
] as const;

/** Other names of the channels in files, folded. */
export const channelCells = {
  web: ["pagina web", "website", "formulario", "internet"],
  whatsapp: ["wasap", "wsp"],
  instagram: ["ig"],
  facebook: ["fb"],
  phone: ["telefono", "llamada", "call"],
  referral: ["referido", "recomendacion", "recomendado"],
  other: ["otro", "otra", "otros"],
};
