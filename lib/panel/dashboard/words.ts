import { fieldWords } from "@/lib/words/field_words.ts";
import { amountWords } from "@/lib/words/numbers.ts";
import type { Text } from "@/lib/words/language.ts";

/** Texts of a number with its unit, singular or plural. */
function counted(one: Text, many: Text) {
  return (count: number): Text => count === 1 ? one : many;
}

/** Words of the first page: what waits, the day, figures, a new company's first steps. */
export const dashboardWords = {
  attention: { es: "Pide atención", en: "Needs attention" },
  trouble: {
    fails: (name: string): Text => ({
      es: `${name}: lo que respondéis no sale`,
      en: `${name}: what you answer stays here`,
    }),
    mailbox: (name: string): Text => ({
      es: `${name}: el buzón no funciona`,
      en: `${name}: the mailbox does not work`,
    }),
    paused: (name: string): Text => ({
      es: `${name} se ha parado solo: mira por qué`,
      en: `${name} has stopped by itself: see why`,
    }),
  },
  calm: {
    es: "Nada atrasado ni sin responder.",
    en: "Nothing is overdue or unanswered.",
  },
  waits: {
    "quotes.pending_my_approval": counted(
      { es: "presupuesto espera tu visto bueno", en: "quotation waits for your approval" },
      { es: "presupuestos esperan tu visto bueno", en: "quotations wait for your approval" },
    ),
    "contacts.unanswered_24h": counted(
      {
        es: "contacto espera respuesta desde hace más de un día",
        en: "contact has waited for an answer for over a day",
      },
      {
        es: "contactos esperan respuesta desde hace más de un día",
        en: "contacts have waited for an answer for over a day",
      },
    ),
    "tasks.overdue": counted(
      { es: "tarea atrasada", en: "overdue task" },
      { es: "tareas atrasadas", en: "overdue tasks" },
    ),
    "tasks.due_today": counted(
      { es: "tarea para hoy", en: "task due today" },
      { es: "tareas para hoy", en: "tasks due today" },
    ),
    "quotes.expiring_7d": counted(
      { es: "presupuesto caduca en una semana", en: "quotation expires within a week" },
      { es: "presupuestos caducan en una semana", en: "quotations expire within a week" },
    ),
    "quotes.expired": counted(
      { es: "presupuesto caducado", en: "expired quotation" },
      { es: "presupuestos caducados", en: "expired quotations" },
    ),
    "opportunities.rotting": counted(
      { es: "oportunidad parada", en: "opportunity at a standstill" },
      { es: "oportunidades paradas", en: "opportunities at a standstill" },
    ),
    "opportunities.without_next_action": counted(
      { es: "oportunidad sin próximo paso", en: "opportunity without a next step" },
      { es: "oportunidades sin próximo paso", en: "opportunities without a next step" },
    ),
  },
  tasks: {
    title: { es: "Mis tareas", en: "My tasks" },
    empty: { es: "No tienes tareas pendientes.", en: "You have no open tasks." },
    all: (count: string): Text => ({ es: `Todas: ${count}`, en: `All: ${count}` }),
    noDay: { es: "sin día", en: "no day" },
  },
  events: {
    title: fieldWords.today,
    empty: { es: "No hay nada en el calendario.", en: "There is nothing on the calendar." },
    all: { es: "Ver el día", en: "See the day" },
    allDay: fieldWords.allDay,
  },
  contacts: {
    title: { es: "Esperan respuesta", en: "Waiting for an answer" },
    empty: { es: "Nadie espera respuesta.", en: "Nobody is waiting for an answer." },
    all: (count: string): Text => ({ es: `Todos: ${count}`, en: `All: ${count}` }),
  },
  soldThisMonth: (count: string): Text => ({
    es: count === "1" ? "netos este mes, en 1 venta" : `netos este mes, en ${count} ventas`,
    en: count === "1" ? "net this month, in 1 sale" : `net this month, in ${count} sales`,
  }),
  pipeline: { es: "Oportunidades abiertas", en: "Open opportunities" },
  stage: fieldWords.stage,
  count: fieldWords.number,
  amount: amountWords.headings.amount,
  weighted: amountWords.headings.weighted,
  total: fieldWords.total,
  report: { es: "Por persona y por fechas", en: "By person and by dates" },
  sent: { es: "Ver todo lo enviado", en: "See all that was sent" },
  figures: { es: "En números", en: "In numbers" },
  groups: {
    contacts: {
      title: fieldWords.contacts,
      new: { es: "Nuevos", en: "New" },
      read: { es: "Leídos", en: "Read" },
      archived: fieldWords.archivedOnes,
      converted: { es: "Convertidos", en: "Converted" },
      waiting: { es: "Esperan respuesta", en: "Waiting for an answer" },
      unanswered_24h: { es: "Esperan más de 24 h", en: "Waiting over 24 h" },
    },
    opportunities: {
      title: fieldWords.opportunities,
      open: { es: "Abiertas", en: "Open" },
      open_amount: { es: "Importe neto abierto", en: "Open net amount" },
      weighted_amount: amountWords.headings.weighted,
      won: fieldWords.wonOnes,
      lost: fieldWords.lostOnes,
      rotting: { es: "Paradas", en: "At a standstill" },
      without_next_action: { es: "Sin próximo paso", en: "Without a next step" },
    },
    quotes: {
      title: fieldWords.quotes,
      draft: { es: "Borradores", en: "Drafts" },
      sent: { es: "Enviados", en: "Sent" },
      sent_amount: { es: "Importe neto enviado", en: "Net amount sent" },
      approved: { es: "Aceptados", en: "Approved" },
      sold: { es: "Vendidos", en: "Sold" },
      rejected: { es: "Rechazados", en: "Rejected" },
      expiring_7d: { es: "Caducan en 7 días", en: "Expire in 7 days" },
      expired: { es: "Caducados", en: "Expired" },
    },
    sales: {
      title: fieldWords.sales,
      month_count: { es: "Este mes", en: "This month" },
      month_amount: { es: "Importe neto del mes", en: "Net amount this month" },
      total: { es: "En total", en: "In all" },
      amount: { es: "Importe neto total", en: "Total net amount" },
    },
    tasks: {
      title: fieldWords.tasks,
      mine: fieldWords.mine,
      due_today: { es: "Para hoy", en: "Due today" },
      overdue: { es: "Atrasadas", en: "Overdue" },
      pending: { es: "Pendientes", en: "Pending" },
      in_progress: { es: "En curso", en: "In progress" },
      done: { es: "Hechas", en: "Done" },
    },
    clients: {
      title: fieldWords.clients,
      total: { es: "En total", en: "In all" },
    },
    events: {
      title: { es: "Calendario", en: "Calendar" },
      today: fieldWords.today,
      next_7d: { es: "Los próximos 7 días", en: "The next 7 days" },
    },
  },
  channels: { es: "Por canal", en: "By channel" },
  setup: {
    title: { es: "Primeros pasos", en: "First steps" },
    text: {
      es: "En este orden, y a tu ritmo. Cada paso se marca solo.",
      en: "In this order, at your own pace. Each step ticks itself.",
    },
    done: { es: "hecho", en: "done" },
    progress: (done: number, steps: number): Text => ({
      es: `${done} de ${steps}`,
      en: `${done} of ${steps}`,
    }),
    steps: {
      details: {
        title: { es: "Completa tus datos", en: "Complete your details" },
        text: {
          es: "NIF, dirección y logo: salen en cada presupuesto.",
          en: "Tax id, address and logo: they are on every quotation.",
        },
      },
      team: {
        title: { es: "Añade a quien trabaja contigo", en: "Add who works with you" },
        text: {
          es: "Cada persona ve lo suyo y recibe sus avisos.",
          en: "Everyone sees their own work and gets their notices.",
        },
      },
      catalog: {
        title: { es: "Escribe lo que vendes", en: "List what you sell" },
        text: {
          es: "Llena el catálogo a mano o impórtalo de un CSV.",
          en: "Fill the catalog by hand, or import it from a CSV file.",
        },
      },
      clients: {
        title: { es: "Trae a quien ya te compra", en: "Bring in who buys from you" },
        text: {
          es: "Importa a tus clientes, o conviértelos cuando escriban.",
          en: "Import your clients, or convert them when they write.",
        },
      },
      form: {
        title: { es: "Conecta tu web", en: "Connect your website" },
        text: {
          es: "Lo que escriban en su formulario llega a la bandeja.",
          en: "What people write in its form arrives in the inbox.",
        },
      },
      phone: {
        title: { es: "Vincula tu teléfono", en: "Pair your phone" },
        text: {
          es: "Recibe avisos y respóndelos con un botón.",
          en: "Get notices and answer them with a button.",
        },
      },
    },
  },
};
