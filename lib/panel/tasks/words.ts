import { taskFieldWords } from "@/lib/crm/tasks/words.ts";
import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of the pages of tasks. */
export const taskWords = {
  ...taskFieldWords,
  empty: {
    es: "Aún no hay tareas. Escribe la primera, o confirma una venta y nacerán sus entregas.",
    en: "There are no tasks yet. Write the first, or confirm a sale and its deliveries come.",
  },
  nothingOpen: {
    es: "Nada pendiente. Escribe arriba lo siguiente.",
    en: "Nothing is open. Write what is next above.",
  },
  due: { es: "Para cuándo", en: "Due" },
  dueDay: fieldWords.day,
  dueTime: { es: "Hora", en: "Hour" },
  clearDay: { es: "Quitar el día", en: "Take the day away" },
  done: fieldWords.done,
  doneBy: (name: string): Text => ({ es: `Hecha por ${name}`, en: `Done by ${name}` }),
  links: { es: "Sobre qué", en: "What it is about" },
  data: fieldWords.details,
  whose: { es: "De quién", en: "Whose" },
  mine: fieldWords.mine,
  everyone: fieldWords.allOfThem,
  view: fieldWords.view,
  byDay: { es: "Por día", en: "By day" },
  board: { es: "Tablero", en: "Board" },
  list: fieldWords.list,
  buckets: {
    overdue: { es: "Atrasadas", en: "Overdue" },
    today: fieldWords.today,
    week: { es: "Esta semana", en: "This week" },
    later: fieldWords.later,
    none: { es: "Sin día", en: "No day" },
  },
  /** Options of the filter by day; `later` is any day after today. */
  dues: {
    overdue: { es: "Atrasada", en: "Overdue" },
    today: fieldWords.today,
    week: { es: "El resto de la semana", en: "Rest of the week" },
    later: { es: "Después de hoy", en: "After today" },
    after_week: { es: "Después de esta semana", en: "After this week" },
    none: { es: "Sin día", en: "No day" },
  },
  emptyBucket: { es: "Nada.", en: "Nothing." },
  more: (count: number): Text => ({ es: `Ver ${count} más`, en: `See ${count} more` }),
  finish: (title: string): Text => ({ es: `Terminar: ${title}`, en: `Finish: ${title}` }),
  finished: { es: "Tarea hecha", en: "Task done" },
  reopened: { es: "Tarea abierta de nuevo", en: "Task open again" },
  finishVerb: fieldWords.done,
  reopenVerb: fieldWords.reopen,
  begin: { es: "Empezar", en: "Start" },
  begun: { es: "Tarea en curso", en: "Task in progress" },
  trash: fieldWords.toTrash,
  trashed: { es: "Tarea en la papelera", en: "Task moved to trash" },
  movedTo: (day: string): Text => ({ es: `Para ${day}`, en: `Due ${day}` }),
  movedToNone: { es: "Sin día", en: "Without a day" },
  movedToStatus: (status: string): Text => ({ es: `Pasa a ${status}`, en: `Moved to ${status}` }),
  notOverdue: {
    es: "Nada se puede atrasar a propósito. Elige otro día.",
    en: "Nothing can be made overdue. Choose another day.",
  },
  keys: {
    es: "E la termina. Espacio la levanta, las flechas la llevan, Espacio la suelta, Esc la " +
      "devuelve.",
    en: "E finishes it. Space lifts it, arrows carry it, Space drops it, Esc returns it.",
  },
  checklist: {
    title: { es: "Pasos", en: "Checklist" },
    add: { es: "Añadir un paso…", en: "Add a step…" },
    step: (number: number): Text => ({ es: `Paso ${number}`, en: `Step ${number}` }),
    tick: (text: string): Text => ({ es: `Hecho: ${text}`, en: `Done: ${text}` }),
    remove: (text: string): Text => ({ es: `Quitar: ${text}`, en: `Remove: ${text}` }),
    move: (text: string): Text => ({
      es: `Mover: ${text} (Alt y las flechas)`,
      en: `Move: ${text} (Alt and the arrows)`,
    }),
    count: (done: number, of: number): Text => ({ es: `${done} de ${of}`, en: `${done} of ${of}` }),
    removed: { es: "Paso quitado", en: "Step removed" },
    full: { es: "Caben 50 pasos.", en: "There is room for 50 steps." },
  },
};
