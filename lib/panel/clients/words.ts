import { fieldWords } from "@/lib/words/field_words.ts";

/** Words of the clients' list and record. */
export const clientWords = {
  empty: {
    es: "Aún no hay clientes. Conviértelos desde la bandeja o crea uno.",
    en: "There are no clients yet. Convert them from the inbox or create one.",
  },
  data: fieldWords.details,
  opportunities: fieldWords.opportunities,
  quotes: fieldWords.quotes,
  sales: fieldWords.sales,
  tasks: fieldWords.tasks,
  empties: {
    opportunity: { es: "Ninguna todavía.", en: "None yet." },
    quote: fieldWords.noneYet,
    sale: { es: "Ninguna todavía.", en: "None yet." },
    task: { es: "Ninguna pendiente.", en: "None open." },
  },
  call: { es: "Llamar", en: "Call" },
  write: { es: "Escribir", en: "Write" },
  whatsapp: fieldWords.whatsapp,
  trash: fieldWords.toTrash,
  trashed: { es: "Cliente en la papelera", en: "Client moved to trash" },
  openAmount: { es: "En curso", en: "Open" },
  sold: fieldWords.sold,
  lastContact: { es: "Último contacto", en: "Last contact" },
};
