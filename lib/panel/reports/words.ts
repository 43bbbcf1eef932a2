import { fieldWords } from "@/lib/words/field_words.ts";
import { amountWords } from "@/lib/words/numbers.ts";

/** Words of the reports' page: ranges, the table per employee, charts. */
export const reportWords = {
  periods: {
    this_week: { es: "Esta semana", en: "This week" },
    this_month: { es: "Este mes", en: "This month" },
    this_quarter: { es: "Este trimestre", en: "This quarter" },
    this_year: { es: "Este año", en: "This year" },
    last_week: { es: "Semana pasada", en: "Last week" },
    last_month: { es: "Mes pasado", en: "Last month" },
    last_quarter: { es: "Trimestre pasado", en: "Last quarter" },
    last_year: { es: "Año pasado", en: "Last year" },
  },
  period: { es: "Periodo", en: "Period" },
  custom: { es: "Otras fechas", en: "Other dates" },
  from: { es: "Desde", en: "From" },
  to: { es: "Hasta", en: "To" },
  show: { es: "Ver", en: "Show" },
  people: { es: "Por persona", en: "By person" },
  person: fieldWords.person,
  unassigned: { es: "Sin asignar", en: "Unassigned" },
  idle: { es: "Nada en estas fechas.", en: "Nothing on these dates." },
  total: fieldWords.total,
  groups: {
    sales: fieldWords.sales,
    quotes: fieldWords.quotes,
    tasks: fieldWords.tasks,
    opportunities: fieldWords.opportunities,
  },
  figures: {
    "sales.count": fieldWords.number,
    "sales.amount": amountWords.headings.net,
    "quotes.draft": fieldWords.draft,
    "quotes.sent": { es: "Enviados", en: "Sent" },
    "quotes.approved": { es: "Aceptados", en: "Approved" },
    "quotes.sold": { es: "Vendidos", en: "Sold" },
    "quotes.rejected": { es: "Rechazados", en: "Rejected" },
    "tasks.done": { es: "Hechas", en: "Done" },
    "tasks.pending": { es: "Pendientes", en: "Pending" },
    "opportunities.won": fieldWords.wonOnes,
    "opportunities.lost": fieldWords.lostOnes,
    "opportunities.open": { es: "Abiertas", en: "Open" },
  },
  /** Beside a count: one of them, and several. */
  counted: {
    "quotes.draft": {
      one: { es: "borrador", en: "draft" },
      many: { es: "borradores", en: "drafts" },
    },
    "quotes.sent": { one: { es: "enviado", en: "sent" }, many: { es: "enviados", en: "sent" } },
    "quotes.approved": {
      one: { es: "aceptado", en: "approved" },
      many: { es: "aceptados", en: "approved" },
    },
    "quotes.sold": { one: { es: "vendido", en: "sold" }, many: { es: "vendidos", en: "sold" } },
    "quotes.rejected": {
      one: { es: "rechazado", en: "rejected" },
      many: { es: "rechazados", en: "rejected" },
    },
    "tasks.done": { one: { es: "hecha", en: "done" }, many: { es: "hechas", en: "done" } },
    "tasks.pending": {
      one: { es: "pendiente", en: "pending" },
      many: { es: "pendientes", en: "pending" },
    },
    "opportunities.won": { one: { es: "ganada", en: "won" }, many: { es: "ganadas", en: "won" } },
    "opportunities.lost": {
      one: { es: "perdida", en: "lost" },
      many: { es: "perdidas", en: "lost" },
    },
    "opportunities.open": {
      one: { es: "abierta", en: "open" },
      many: { es: "abiertas", en: "open" },
    },
  },
  hints: {
    sales: {
      es: "Por el día de la venta, sin impuestos ni ventas canceladas. Son de quien lleva la " +
        "oportunidad.",
      en: "By the day of the sale, net, without cancelled ones. They are the opportunity's " +
        "assignee's.",
    },
    quotes: {
      es: "Por su fecha, en el estado que tienen ahora. Son de quien lleva la oportunidad.",
      en: "By their date, in the state they are in now. They are the opportunity's assignee's.",
    },
    tasks: {
      es: "Hechas, por el día en que se hicieron; pendientes, por el día en que se crearon.",
      en: "Done by the day they were done; pending by the day they were created.",
    },
    opportunities: {
      es: "Ganadas y perdidas, por el día del cierre; abiertas, por el día en que se crearon.",
      en: "Won and lost by the day they were closed; open by the day they were created.",
    },
  },
  counting: {
    title: { es: "Cómo se cuenta", en: "How it counts" },
    figure: { es: "Dato", en: "Figure" },
    day: { es: "Qué día cuenta", en: "Which day counts" },
    from: { es: "Desde", en: "From" },
    to: { es: "Hasta", en: "To" },
    note: { es: "Detalle", en: "Detail" },
  },
  /** The day by which a record counts, by its field. */
  days: {
    sold_at: { es: "El día de la venta", en: "The day of the sale" },
    issue_date: { es: "La fecha del presupuesto", en: "The date of the quotation" },
    done_at: { es: "El día en que se hizo", en: "The day it was done" },
    created_at: { es: "El día en que se creó", en: "The day it was created" },
    won_at: { es: "El día en que se ganó", en: "The day it was won" },
    lost_at: { es: "El día en que se perdió", en: "The day it was lost" },
  },
  nothing: {
    es: "No hay nada en estas fechas. Prueba con un periodo más largo.",
    en: "There is nothing on these dates. Try a longer period.",
  },
  longer: { es: "Ver este año", en: "Show this year" },
};
