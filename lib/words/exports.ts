/** Names of the CSV files of lists. */
export const exportNames = {
  contact: { es: "Contactos", en: "Contacts" },
  client: { es: "Clientes", en: "Clients" },
  opportunity: { es: "Oportunidades", en: "Opportunities" },
  quote: { es: "Presupuestos", en: "Quotations" },
  sale: { es: "Ventas", en: "Sales" },
  product: { es: "Productos", en: "Products" },
  task: { es: "Tareas", en: "Tasks" },
};

/** How spreadsheets write in each language, as their settings have it. */
export const exportStyle = {
  delimiter: { es: ";", en: "," },
  decimals: { es: ",", en: "." },
  yes: { es: "sí", en: "yes" },
  no: { es: "no", en: "no" },
};
