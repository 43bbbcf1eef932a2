import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/**
 * Words that the line for a new task understands, folded (no accents, lower case), with spaces
 * between alternatives. Both languages are understood whatever the page's is.
 */
export const quickWords = {
  today: { es: "hoy", en: "today" },
  tomorrow: { es: "manana", en: "tomorrow" },
  afterTomorrow: { es: "pasado manana", en: "day after tomorrow" },
  nextWeek: { es: "semana que viene|proxima semana", en: "next week" },
  /** From Monday to Sunday. */
  weekdays: {
    es: "lunes martes miercoles jueves viernes sabado domingo",
    en: "monday tuesday wednesday thursday friday saturday sunday",
  },
  months: {
    es: "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    en: "january february march april may june july august september october november december",
  },
  shortMonths: {
    es: "ene feb mar abr may jun jul ago sep oct nov dic",
    en: "jan feb mar apr may jun jul aug sep oct nov dec",
  },
  /** Words that may stand before a day and go with it. */
  beforeDay: {
    es: "para|el|este|antes del|para el|el proximo|para este|el dia|para el dia",
    en: "on|by|this|next|due|on the|by the|due on|before",
  },
  afterDay: { es: "que viene|proximo", en: "next" },
  in: { es: "en|dentro de", en: "in|within" },
  one: { es: "un|una", en: "a|one" },
  days: { es: "dia|dias", en: "day|days" },
  weeks: { es: "semana|semanas", en: "week|weeks" },
  /** Before an hour: "a las 10". */
  at: { es: "a las|a la", en: "at" },
  /** From one to twelve. */
  hours: {
    es: "una dos tres cuatro cinco seis siete ocho nueve diez once doce",
    en: "one two three four five six seven eight nine ten eleven twelve",
  },
  halfPast: { es: "y media", en: "thirty" },
  /** Before the part of the day. */
  ofThe: { es: "de la", en: "in the" },
  partsOfDay: { es: "manana|tarde|noche", en: "morning|afternoon|evening" },
  /** Words before "mañana" that make it the morning. */
  morning: { es: "la|esta|una", en: "the|this" },
  me: { es: "yo|mi", en: "me" },
  priority: {
    low: { es: "baja", en: "low" },
    normal: { es: "normal", en: "normal" },
    high: { es: "alta", en: "high" },
    urgent: { es: "urgente", en: "urgent" },
  },
  kind: {
    general: { es: "general", en: "general" },
    follow_up: { es: "seguimiento", en: "followup" },
    delivery: { es: "entrega", en: "delivery" },
  },
  /** After these words a client's name is looked for. */
  beforeName: { es: "para|con|de|a|al", en: "for|with|to|of" },
  /** These begin no name. */
  noName: {
    es: "el|la|los|las|un|una|mi|su|lo|que|si",
    en: "the|a|an|my|our|his|her|it|be|do|go",
  },
};

/** Words of the line itself. */
export const quickAddWords = {
  label: { es: "Nueva tarea", en: "New task" },
  placeholder: { es: "Mesa para Ruiz mañana #alta", en: "Call Ruiz tomorrow #high" },
  hint: {
    es: "Enter la crea. Entiende días y horas, #alta, @persona y nombres de clientes.",
    en: "Enter makes it. It understands days and hours, #high, @person and clients’ names.",
  },
  add: fieldWords.add,
  understood: { es: "Se entiende", en: "Understood" },
  day: fieldWords.day,
  priority: fieldWords.priority,
  kind: fieldWords.kind,
  person: fieldWords.assignee,
  client: fieldWords.client,
  leave: (text: string): Text => ({
    es: `Dejar «${text}» en el título`,
    en: `Leave “${text}” in the title`,
  }),
  unlink: (name: string): Text => ({ es: `No es para ${name}`, en: `It is not for ${name}` }),
  isFor: (name: string): Text => ({ es: `¿Para ${name}?`, en: `For ${name}?` }),
  noTitle: { es: "Falta decir qué hay que hacer.", en: "Say what is to be done." },
  made: { es: "Tarea creada", en: "Task created" },
};
