import { opportunityFieldWords } from "@/lib/crm/opportunities/words.ts";
import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of the opportunities' board, list and record. */
export const opportunityWords = {
  ...opportunityFieldWords,
  empty: {
    es: "Aún no hay oportunidades. Conviértelas desde la bandeja o crea una.",
    en: "There are no opportunities yet. Convert them from the inbox or create one.",
  },
  reached: { es: "Llegó a la etapa", en: "Reached the stage" },
  probabilityShort: { es: "Prob.", en: "Prob." },
  age: { es: "Antigüedad", en: "Age" },
  data: fieldWords.details,
  quotes: fieldWords.quotes,
  tasks: fieldWords.tasks,
  noQuotes: fieldWords.noneYet,
  noTasks: { es: "Ninguna pendiente.", en: "None open." },
  noNextStep: fieldWords.noNextStep,
  later: fieldWords.later,
  isRotting: { es: "Parada", en: "Idle" },
  rotting: (days: string): Text => ({ es: `Parada ${days}`, en: `Idle ${days}` }),
  rottingWhy: (days: string): Text => ({
    es: `Lleva ${days} de más sin actividad`,
    en: `${days} too long without activity`,
  }),
  move: { es: "Mover de etapa", en: "Move to a stage" },
  moveTo: (stage: string): Text => ({ es: `Mover a ${stage}`, en: `Move to ${stage}` }),
  moved: (stage: string): Text => ({ es: `Movida a ${stage}`, en: `Moved to ${stage}` }),
  win: { es: "Ganar", en: "Win" },
  wonDone: { es: "Oportunidad ganada", en: "Opportunity won" },
  lose: { es: "Perder…", en: "Lose…" },
  lostDone: { es: "Oportunidad perdida", en: "Opportunity lost" },
  reopen: fieldWords.reopen,
  reopened: { es: "Oportunidad abierta de nuevo", en: "Opportunity open again" },
  trash: fieldWords.toTrash,
  trashed: { es: "Oportunidad en la papelera", en: "Opportunity moved to trash" },
  saleOf: (number: string): Text => ({ es: `Venta ${number}`, en: `Sale ${number}` }),
  lossOf: (reason: string): Text => ({ es: `Motivo: ${reason}`, en: `Reason: ${reason}` }),
  /** Why a verb cannot be pressed. */
  reasons: {
    isClosed: {
      es: "Ya está cerrada. Reábrela primero.",
      en: "It is closed already. Reopen it first.",
    },
    isOpen: { es: "Ya está abierta.", en: "It is open already." },
    isHere: { es: "Está en esta etapa.", en: "It is in this stage." },
    hasSale: (sale: string): Text => ({
      es: `Tiene la venta ${sale}. Anúlala primero.`,
      en: `It has the sale ${sale}. Cancel that first.`,
    }),
  },
  loss: {
    title: { es: "¿Por qué se ha perdido?", en: "Why was it lost?" },
    reason: fieldWords.reason,
    suggested: {
      price: fieldWords.price,
      competitor: { es: "Eligió a otro", en: "Chose somebody else" },
      noAnswer: { es: "No contesta", en: "No answer" },
      noBudget: { es: "Sin presupuesto", en: "No budget" },
      late: { es: "Plazo", en: "Timing" },
      noNeed: { es: "Ya no lo necesita", en: "No longer needed" },
    },
    other: { es: "Otro", en: "Another" },
    otherReason: { es: "Otro motivo", en: "Another reason" },
    note: fieldWords.note,
    missing: { es: "Elige un motivo o escríbelo.", en: "Choose a reason or write one." },
    button: { es: "Marcar como perdida", en: "Mark as lost" },
  },
};
