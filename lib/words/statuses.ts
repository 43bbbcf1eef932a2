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
    won: { es: "Ganada", en: "Won" },
    lost: { es: "Perdida", en: "Lost" },
  },
  quote: {
    draft: { es: "Borrador", en: "Draft" },
    sent: { es: "Enviado", en: "Sent" },
    approved: { es: "Aceptado", en: "Approved" },
    sold: { es: "Vendido", en: "Sold" },
    rejected: { es: "Rechazado", en: "Rejected" },
    expired: { es: "Caducado", en: "Expired" },
  },
  sale: {
    active: { es: "Activa", en: "Active" },
    cancelled: { es: "Cancelada", en: "Cancelled" },
  },
  task: {
    pending: { es: "Pendiente", en: "Pending" },
    in_progress: { es: "En curso", en: "In progress" },
    done: { es: "Hecha", en: "Done" },
  },
  product: {
    active: { es: "En catálogo", en: "On offer" },
    archived: { es: "Archivado", en: "Archived" },
  },
} as const satisfies Record<string, Record<string, Text>>;

export type StatusNoun = keyof typeof statusWords;

/** How contacts reach the company. */
export const channelWords = {
  web: { es: "Web", en: "Web" },
  whatsapp: { es: "WhatsApp", en: "WhatsApp" },
  instagram: { es: "Instagram", en: "Instagram" },
  facebook: { es: "Facebook", en: "Facebook" },
  phone: { es: "Teléfono", en: "Phone" },
  referral: { es: "Recomendación", en: "Referral" },
  other: { es: "Otro", en: "Other" },
} as const satisfies Record<string, Text>;
