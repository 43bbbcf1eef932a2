import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Merging two contacts or clients, and separating them again. */
export const mergeWords = {
  contact: {
    title: { es: "Combinar dos contactos", en: "Merge two contacts" },
    intro: {
      es: "Elige el otro contacto de la misma persona. Queda este; el otro deja de aparecer. " +
        "Durante 30 días puedes separarlos desde esta ficha.",
      en: "Choose the other contact of the same person. This one stays; the other is no longer " +
        "shown. For 30 days you can separate them on this page.",
    },
    other: { es: "Otro contacto", en: "Another contact" },
    done: { es: "Contactos combinados", en: "Contacts merged" },
    rest: {
      es: "Notas, oportunidades y eventos pasan a este contacto",
      en: "Notes, opportunities and events move to this contact",
    },
  },
  client: {
    title: { es: "Combinar dos clientes", en: "Merge two clients" },
    intro: {
      es: "Elige el otro cliente que es el mismo. Queda este; el otro deja de aparecer. " +
        "Durante 30 días puedes separarlos desde esta ficha.",
      en: "Choose the other client that is the same. This one stays; the other is no longer " +
        "shown. For 30 days you can separate them on this page.",
    },
    other: { es: "Otro cliente", en: "Another client" },
    done: { es: "Clientes combinados", en: "Clients merged" },
    rest: {
      es: "Contactos, notas, eventos y su historia también pasan a este cliente",
      en: "Contacts, notes, events and its history move to this client too",
    },
  },
  likely: { es: "Se parecen", en: "These look alike" },
  none: { es: "Ninguno se parece; búscalo.", en: "None looks alike; search for it." },
  moves: { es: "Qué pasa", en: "What happens" },
  messages: (n: number): Text => ({
    es: n === 1 ? "1 mensaje pasa a este hilo" : `${n} mensajes pasan a este hilo`,
    en: n === 1 ? "1 message moves to this thread" : `${n} messages move to this thread`,
  }),
  counts: {
    opportunities: (n: number): Text => ({
      es: n === 1 ? "1 oportunidad" : `${n} oportunidades`,
      en: n === 1 ? "1 opportunity" : `${n} opportunities`,
    }),
    quotes: (n: number): Text => ({
      es: n === 1 ? "1 presupuesto" : `${n} presupuestos`,
      en: n === 1 ? "1 quotation" : `${n} quotations`,
    }),
    sales: (n: number): Text => ({
      es: n === 1 ? "1 venta" : `${n} ventas`,
      en: n === 1 ? "1 sale" : `${n} sales`,
    }),
    tasks: (n: number): Text => ({
      es: n === 1 ? "1 tarea" : `${n} tareas`,
      en: n === 1 ? "1 task" : `${n} tasks`,
    }),
    messages: (n: number): Text => ({
      es: n === 1 ? "1 mensaje" : `${n} mensajes`,
      en: n === 1 ? "1 message" : `${n} messages`,
    }),
    notes: (n: number): Text => ({
      es: n === 1 ? "1 nota" : `${n} notas`,
      en: n === 1 ? "1 note" : `${n} notes`,
    }),
    events: (n: number): Text => ({
      es: n === 1 ? "1 evento" : `${n} eventos`,
      en: n === 1 ? "1 event" : `${n} events`,
    }),
    contacts: (n: number): Text => ({
      es: n === 1 ? "1 contacto" : `${n} contactos`,
      en: n === 1 ? "1 contact" : `${n} contacts`,
    }),
    clients: (n: number): Text => ({
      es: n === 1 ? "1 cliente" : `${n} clientes`,
      en: n === 1 ? "1 client" : `${n} clients`,
    }),
  },
  counted: (what: string): Text => ({
    es: `Pasan a este cliente: ${what}`,
    en: `Moves to this client: ${what}`,
  }),
  fills: (fields: string): Text => ({
    es: `Se completa: ${fields}`,
    en: `Is filled in: ${fields}`,
  }),
  known: (addresses: string): Text => ({
    es: `Se sigue conociendo por ${addresses}`,
    en: `Stays known by ${addresses}`,
  }),
  differs: (fields: string): Text => ({
    es: `Donde difieren queda lo de este: ${fields}`,
    en: `Where they differ, this one's stays: ${fields}`,
  }),
  joins: { es: "Las observaciones se juntan", en: "The remarks are joined" },
  taxIdsDiffer: {
    es: "Tienen NIF distintos. Aun así son el mismo cliente.",
    en: "Their tax ids differ. They are the same client all the same.",
  },
  keeps: { es: "Nada de lo que hay se sobrescribe", en: "Nothing that is there is overwritten" },
  confirm: { es: "Combinar", en: "Merge" },
  /** On the record that stays. */
  from: { es: "Combinado con", en: "Combined from" },
  by: (who: string): Text => ({ es: `por ${who}`, en: `by ${who}` }),
  others: { es: "También conocido por", en: "Also known by" },
  nameless: fieldWords.nameless,
  separate: { es: "Separar", en: "Separate" },
  separateOne: (name: string): Text => ({ es: `Separar ${name}`, en: `Separate ${name}` }),
  until: (day: string): Text => ({
    es: `Se puede separar hasta el ${day}`,
    en: `Can be separated until ${day}`,
  }),
  separated: (name: string): Text => ({ es: `${name}: separado`, en: `${name}: separated` }),
  stayed: (what: string): Text => ({ es: `Aquí se queda: ${what}`, en: `Stays here: ${what}` }),
  /** Where the address of the other leads. */
  arrived: (name: string): Text => ({
    es: `«${name}» se combinó con esta ficha.`,
    en: `“${name}” was combined into this record.`,
  }),
  arrivedNameless: {
    es: "Lo que buscabas se combinó con esta ficha.",
    en: "What you looked for was combined into this record.",
  },
};
