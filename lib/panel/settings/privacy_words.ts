import type { Text } from "@/lib/words/language.ts";

/** Words of old personal data and of the log of what was exported and erased. */
export const privacyWords = {
  retention: {
    title: { es: "Contactos que no llegaron a clientes", en: "Contacts that never became clients" },
    text: {
      es:
        "Cada noche se borran para siempre los que nadie ha tocado en tantos meses. Quedan fuera " +
        "los que tienen cliente, oportunidad o una próxima acción.",
      en: "Each night those that nobody has touched for so many months are erased for good. Left " +
        "out are those with a client, an opportunity or a next action.",
    },
    tonight: (count: number): Text => ({
      es: count === 0
        ? "Esta noche no se borra ninguno."
        : count === 1
        ? "Esta noche se borra 1."
        : `Esta noche se borran ${count}.`,
      en: count === 0 ? "None is erased tonight." : `${count} will be erased tonight.`,
    }),
    never: { es: "No se borra ninguno.", en: "None is erased." },
    preview: {
      es: "Cuántos se borrarían hoy, según los meses",
      en: "How many would go today, by months",
    },
    months: (months: number): Text => ({
      es: months === 1 ? "1 mes" : `${months} meses`,
      en: months === 1 ? "1 month" : `${months} months`,
    }),
    counted: (count: number): Text => ({
      es: count === 1 ? "1 contacto" : `${count} contactos`,
      en: count === 1 ? "1 contact" : `${count} contacts`,
    }),
  },
  log: {
    title: { es: "Registro", en: "Log" },
    text: {
      es: "Qué se ha exportado y borrado, cuándo y por quién. No guarda nombres de terceros.",
      en: "What was exported and erased, when and by whom. It keeps no names of others.",
    },
    empty: { es: "Todavía no se ha pedido nada.", en: "Nothing has been asked for yet." },
    system: { es: "Cada noche", en: "By night" },
    refused: { es: "No se hizo", en: "Refused" },
    kinds: {
      export: { es: "Exportación", en: "Export" },
      erase: { es: "Borrado", en: "Erasure" },
      retention: { es: "Contactos antiguos", en: "Old contacts" },
      trash: { es: "Papelera vaciada", en: "Trash emptied" },
    },
    nouns: {
      contact: (id: number): Text => ({ es: `contacto ${id}`, en: `contact ${id}` }),
      client: (id: number): Text => ({ es: `cliente ${id}`, en: `client ${id}` }),
      other: (id: number): Text => ({ es: `ficha ${id}`, en: `record ${id}` }),
    },
    records: (count: number): Text => ({
      es: count === 1 ? "1 ficha" : `${count} fichas`,
      en: count === 1 ? "1 record" : `${count} records`,
    }),
  },
};
