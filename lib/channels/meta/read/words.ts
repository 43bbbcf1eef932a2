import type { Text } from "@/lib/words/language.ts";

/** What a message is called whose content is no text. */
export const contentWords = {
  place: { es: "Ubicación", en: "Location" },
  sticker: { es: "Sticker", en: "Sticker" },
  card: { es: "Contacto", en: "Contact card" },
  order: { es: "Pedido", en: "Order" },
  shared: {
    post: { es: "Publicación compartida", en: "Shared post" },
    reel: { es: "Reel compartido", en: "Shared reel" },
    story: { es: "Historia compartida", en: "Shared story" },
    link: { es: "Enlace compartido", en: "Shared link" },
  },
  unsupported: {
    es: "Un mensaje que la aplicación no entrega: ábrelo en el teléfono.",
    en: "A message that the app does not hand on: open it on the phone.",
  },
  unknown: (what: string): Text => ({
    es: what ? `Un mensaje de un tipo desconocido (${what})` : "Un mensaje de un tipo desconocido",
    en: what ? `A message of an unknown kind (${what})` : "A message of an unknown kind",
  }),
};

/** Names of files that came without one. */
export const fileWords = {
  image: { es: "foto", en: "photo" },
  video: { es: "vídeo", en: "video" },
  audio: { es: "audio", en: "sound" },
  voice: { es: "nota de voz", en: "voice note" },
  file: { es: "archivo", en: "file" },
  sticker: { es: "sticker", en: "sticker" },
};
