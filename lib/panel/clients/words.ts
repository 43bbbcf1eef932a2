/** Words of the clients' list and record. */
export const clientWords = {
  empty: {
    es: "Aún no hay clientes. Conviértelos desde la bandeja o crea uno.",
    en: "There are no clients yet. Convert them from the inbox or create one.",
  },
  data: { es: "Datos", en: "Details" },
  opportunities: { es: "Oportunidades", en: "Opportunities" },
  quotes: { es: "Presupuestos", en: "Quotations" },
  sales: { es: "Ventas", en: "Sales" },
  tasks: { es: "Tareas", en: "Tasks" },
  empties: {
    opportunity: { es: "Ninguna todavía.", en: "None yet." },
    quote: { es: "Ninguno todavía.", en: "None yet." },
    sale: { es: "Ninguna todavía.", en: "None yet." },
    task: { es: "Ninguna pendiente.", en: "None open." },
  },
  call: { es: "Llamar", en: "Call" },
  write: { es: "Escribir", en: "Write" },
  whatsapp: { es: "WhatsApp", en: "WhatsApp" },
  trash: { es: "A la papelera", en: "Move to trash" },
  trashed: { es: "Cliente en la papelera", en: "Client moved to trash" },
  openAmount: { es: "En curso", en: "Open" },
  sold: { es: "Vendido", en: "Sold" },
  lastContact: { es: "Último contacto", en: "Last contact" },
};
