import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of exporting and erasing personal data. */
export const privacyWords = {
  export: { es: "Exportar sus datos", en: "Export their data" },
  erase: { es: "Borrar sus datos…", en: "Erase their data…" },
  dialog: {
    title: (name: string): Text => ({
      es: `Borrar los datos de ${name}`,
      en: `Erase the data of ${name}`,
    }),
    contact: {
      es: "Se borran para siempre su nombre, sus direcciones, la conversación, las notas y la " +
        "historia. No se puede deshacer.",
      en: "Name, addresses, thread, notes and history are erased for good. There is no way back.",
    },
    client: {
      es: "Se borran para siempre su nombre, sus direcciones, sus conversaciones, las notas y la " +
        "historia. Los importes quedan como cifras de nadie. Lo que la ley pide de sus ventas se " +
        "guarda bloqueado seis años. No se puede deshacer.",
      en: "Name, addresses, threads, notes and history are erased for good. Amounts stay as " +
        "figures of nobody. What the law asks of its sales is kept, blocked, for six years. " +
        "There is no way back.",
    },
    confirm: (name: string): Text => ({
      es: `Escribe «${name}» para confirmar`,
      en: `Type “${name}” to confirm`,
    }),
    reason: fieldWords.reason,
    button: { es: "Borrar para siempre", en: "Erase for good" },
    done: { es: "Datos borrados", en: "Data erased" },
    notAll: (count: number): Text => ({
      es: count === 1
        ? "Datos borrados. Queda otra ficha con el mismo correo o teléfono."
        : `Datos borrados. Quedan ${count} fichas con el mismo correo o teléfono.`,
      en: count === 1
        ? "Data erased. Another record has the same e-mail or phone."
        : `Data erased. ${count} records have the same e-mail or phone.`,
    }),
    toOther: { es: "Verla", en: "See it" },
    toLog: { es: "Ver el registro", en: "See the log" },
    busy: {
      es:
        "Tiene oportunidades abiertas, presupuestos sin decidir o ventas sin entregar. Ciérralas " +
        "antes.",
      en: "There are open opportunities, undecided quotations or undelivered sales. Close them " +
        "first.",
    },
    isClient: {
      es: "Es la misma persona que su cliente. Borra los datos desde la ficha del cliente.",
      en: "It is the same person as its client. Erase the data on the client's page.",
    },
  },
  reasons: {
    requested: { es: "Lo ha pedido", en: "They asked" },
    consent_withdrawn: { es: "Ha retirado su consentimiento", en: "They took their consent back" },
    not_needed: { es: "Ya no hace falta", en: "Not needed any more" },
    other: { es: "Otro", en: "Another" },
  },
  noReason: { es: "Sin decir", en: "Not said" },
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
