import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** The sections of the panel and their records, as navigation, palette and pages call them. */

interface NounWords {
  /** The section. */
  many: Text;
  /** Name of one record, in a sentence. */
  one: Text;
  /** The button that makes one. */
  create: Text;
}

export const nounWords = {
  contacts: {
    many: { es: "Bandeja", en: "Inbox" },
    one: { es: "contacto", en: "contact" },
    create: { es: "Nuevo contacto", en: "New contact" },
  },
  clients: {
    many: fieldWords.clients,
    one: { es: "cliente", en: "client" },
    create: { es: "Nuevo cliente", en: "New client" },
  },
  opportunities: {
    many: fieldWords.opportunities,
    one: { es: "oportunidad", en: "opportunity" },
    create: { es: "Nueva oportunidad", en: "New opportunity" },
  },
  quotes: {
    many: fieldWords.quotes,
    one: { es: "presupuesto", en: "quotation" },
    create: { es: "Nuevo presupuesto", en: "New quotation" },
  },
  sales: {
    many: fieldWords.sales,
    one: { es: "venta", en: "sale" },
    create: { es: "Confirmar una venta", en: "Confirm a sale" },
  },
  tasks: {
    many: fieldWords.tasks,
    one: { es: "tarea", en: "task" },
    create: { es: "Nueva tarea", en: "New task" },
  },
  events: {
    many: { es: "Calendario", en: "Calendar" },
    one: { es: "evento", en: "event" },
    create: { es: "Nuevo evento", en: "New event" },
  },
  products: {
    many: { es: "Catálogo", en: "Catalog" },
    one: { es: "producto", en: "product" },
    create: { es: "Nuevo producto", en: "New product" },
  },
  employees: {
    many: { es: "Equipo", en: "Team" },
    one: { es: "empleado", en: "employee" },
    create: { es: "Añadir a alguien", en: "Add someone" },
  },
  reports: {
    many: { es: "Informes", en: "Reports" },
    one: { es: "informe", en: "report" },
    create: { es: "Nuevo informe", en: "New report" },
  },
  notifications: {
    many: { es: "Notificaciones", en: "Notifications" },
    one: { es: "notificación", en: "notification" },
    create: fieldWords.sendNotification,
  },
  settings: {
    many: fieldWords.settings,
    one: { es: "ajuste", en: "setting" },
    create: { es: "Crear una empresa", en: "Create a company" },
  },
} as const satisfies Record<string, NounWords>;
