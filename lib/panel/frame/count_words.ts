import type { Text } from "@/lib/words/language.ts";

/** Label of the number beside a section, by the dashboard figure that it shows. */
export const countWords = {
  "contacts.waiting": (n: number, text: string): Text => ({
    es: n === 1 ? "1 contacto espera respuesta" : `${text} contactos esperan respuesta`,
    en: n === 1 ? "1 contact waits for an answer" : `${text} contacts wait for an answer`,
  }),
  "opportunities.open": (n: number, text: string): Text => ({
    es: n === 1 ? "1 oportunidad abierta" : `${text} oportunidades abiertas`,
    en: n === 1 ? "1 open opportunity" : `${text} open opportunities`,
  }),
  "quotes.sent": (n: number, text: string): Text => ({
    es: n === 1 ? "1 presupuesto enviado sin decidir" : `${text} presupuestos enviados sin decidir`,
    en: n === 1 ? "1 quotation sent, not decided" : `${text} quotations sent, not decided`,
  }),
  "tasks.mine": (n: number, text: string): Text => ({
    es: n === 1 ? "1 tarea tuya por hacer" : `${text} tareas tuyas por hacer`,
    en: n === 1 ? "1 task of yours to do" : `${text} tasks of yours to do`,
  }),
};
