import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of the sales' list and of a sale's page. */
export const saleWords = {
  empty: {
    es: "Aún no hay ventas. Nacen al confirmar un presupuesto aceptado.",
    en: "There are no sales yet. They come from confirming an approved quotation.",
  },
  delivery: fieldWords.delivery,
  delivered: (done: number, tasks: number): Text => ({
    es: `${done} de ${tasks}`,
    en: `${done} of ${tasks}`,
  }),
  noTasks: { es: "Sin tareas", en: "No tasks" },
  withoutCancelled: { es: "Sin las canceladas", en: "Without cancelled ones" },
  lines: { es: "Lo vendido", en: "What was sold" },
  tasks: { es: "Tareas de entrega", en: "Delivery tasks" },
  tasksAsList: { es: "Ver en Tareas", en: "See in Tasks" },
  data: fieldWords.details,
  from: { es: "De dónde viene", en: "Where it comes from" },
  quote: fieldWords.quote,
  opportunity: fieldWords.opportunity,
  tick: (title: string): Text => ({ es: `Entregado: ${title}`, en: `Delivered: ${title}` }),
  ticked: { es: "Entrega hecha", en: "Delivery done" },
  unticked: { es: "Entrega pendiente otra vez", en: "Delivery open again" },
  due: (day: string): Text => ({ es: `para el ${day}`, en: `due ${day}` }),
  quantity: fieldWords.quantity,
  line: fieldWords.line,
  cancel: { es: "Cancelar la venta…", en: "Cancel sale…" },
  cancelReason: { es: "Ya está cancelada.", en: "It is cancelled already." },
  cancelAsk: {
    title: { es: "¿Cancelar la venta?", en: "Cancel the sale?" },
    text: {
      es: "Deja de contar en los informes y las entregas sin hacer van a la papelera. " +
        "El presupuesto sigue vendido. No tiene vuelta atrás.",
      en: "It no longer counts in reports, and deliveries that are not done go to the trash. " +
        "The quotation stays sold. There is no way back.",
    },
    field: fieldWords.reason,
    button: { es: "Cancelar la venta", en: "Cancel the sale" },
    dismiss: { es: "Dejarla como está", en: "Keep the sale" },
  },
  cancelled: { es: "Venta cancelada", en: "Sale cancelled" },
  cancelledBecause: (reason: string): Text => ({
    es: `Cancelada: ${reason}`,
    en: `Cancelled: ${reason}`,
  }),
};
