import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** The states of every noun; feminine and masculine as Spanish wants them. */
export const statusWords = {
  contact: {
    new: { es: "Nuevo", en: "New" },
    read: { es: "Leído", en: "Read" },
    archived: { es: "Archivado", en: "Archived" },
  },
  opportunity: {
    open: { es: "Abierta", en: "Open" },
    won: fieldWords.won,
    lost: fieldWords.lost,
  },
  quote: {
    draft: fieldWords.draft,
    sent: { es: "Enviado", en: "Sent" },
    approved: { es: "Aceptado", en: "Approved" },
    sold: fieldWords.sold,
    rejected: { es: "Rechazado", en: "Rejected" },
    expired: fieldWords.expired,
  },
  sale: {
    active: { es: "Activa", en: "Active" },
    cancelled: fieldWords.cancelled,
  },
  task: {
    pending: { es: "Pendiente", en: "Pending" },
    in_progress: { es: "En curso", en: "In progress" },
    done: fieldWords.done,
  },
  product: {
    active: { es: "En catálogo", en: "On offer" },
    archived: { es: "Archivado", en: "Archived" },
  },
} as const satisfies Record<string, Record<string, Text>>;

export type StatusNoun = keyof typeof statusWords;

/** Names of the channels by which contacts reach the company. */
export const channelWords = {
  web: { es: "Web", en: "Web" },
  whatsapp: fieldWords.whatsapp,
  instagram: { es: "Instagram", en: "Instagram" },
  facebook: { es: "Facebook", en: "Facebook" },
  phone: fieldWords.phone,
  referral: { es: "Recomendación", en: "Referral" },
  other: { es: "Otro", en: "Other" },
} as const satisfies Record<string, Text>;
