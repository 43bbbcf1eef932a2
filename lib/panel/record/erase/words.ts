import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of exporting and erasing a person's data. */
export const eraseWords = {
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
};
