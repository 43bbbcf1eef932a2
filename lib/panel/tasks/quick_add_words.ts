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
  /** Before a date, as the panel writes it: "vie, 27 nov". */
  shortWeekdays: { es: "lun mar mie jue vie sab dom", en: "mon tue wed thu fri sat sun" },
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
    es: "para|de|del|el|este|antes del|para el|el proximo|para este|el dia|para el dia",
    en: "on|by|this|next|due|on the|by the|due on|before",
  },
  afterDay: { es: "que viene|proximo", en: "next" },
  in: { es: "en|dentro de", en: "in|within" },
  one: { es: "un|una", en: "a|one" },
  days: { es: "dia|dias", en: "day|days" },
  weeks: { es: "semana|semanas", en: "week|weeks" },
  /** Before an hour: "a las 10". */
  at: { es: "a las|a la|para las|para la|antes de las|antes de la", en: "at|by|before" },
  /** The article of an hour: "las 9 de la noche". */
  article: { es: "las|la", en: "the" },
  /** From one to twelve. */
  hours: {
    es: "una dos tres cuatro cinco seis siete ocho nueve diez once doce",
    en: "one two three four five six seven eight nine ten eleven twelve",
  },
  /** Of five to 25 minutes, by fives: behind "y" or "menos", and before "past" or "to". */
  minutes: {
    es: "cinco diez quince veinte veinticinco",
    en: "five ten fifteen twenty twenty-five",
  },
  past: { es: "y", en: "past" },
  less: { es: "menos", en: "to" },
  quarter: { es: "cuarto", en: "quarter" },
  half: { es: "media", en: "half" },
  thirty: { es: "treinta", en: "thirty" },
  /** Behind an hour; the hours of the second line may be a length too. */
  sharp: { es: "en punto", en: "o'clock|o’clock|sharp" },
  hourSign: { es: "h|hs", en: "hrs" },
  hoursLong: { es: "horas", en: "hours" },
  am: { es: "am|a m|a. m.|a. m", en: "am" },
  pm: { es: "pm|p m|p. m.|p. m", en: "pm" },
  noon: { es: "mediodia", en: "noon|midday" },
  midnight: { es: "medianoche", en: "midnight" },
  atNoon: { es: "a|al|a la", en: "at|by" },
  from: { es: "de|desde", en: "from" },
  until: { es: "a|hasta", en: "to|until|till" },
  between: { es: "entre", en: "between" },
  and: { es: "y", en: "and" },
  /** Before the part of the day, behind an hour or before it. */
  ofThe: { es: "de la|por la|esta", en: "in the|at|this" },
  onThe: { es: "esta|por la", en: "this" },
  tonight: { es: "esta noche", en: "tonight" },
  partsOfDay: { es: "manana|tarde|noche|madrugada", en: "morning|afternoon|evening|night" },
  /** Words before "mañana" that make it the morning. */
  morning: { es: "la|esta|una|cada|turno de|horario de|media", en: "the|this" },
  /** "Lo del lunes" is a thing, and "los lunes" are many. */
  thing: { es: "lo|la|el|los|las", en: "the" },
  /** A day behind one of these is one of several, or no day on which to do it. */
  beforeSeveral: {
    es: "al|a|y|e|o|u|los|cada|hasta|desde",
    en: "to|and|or|every|each|until|till|through|since|from|after",
  },
  /** Before another day. */
  betweenDays: { es: "a|al|y|o", en: "to|and|or|through|until" },
  /** An hour behind one of these is another, or not exact. */
  beforeVague: {
    es: "o|u|sobre|hacia|hasta|desde|despues de|a partir de|a eso de",
    en: "or|about|around|until|till|after|since|from",
  },
  /** Hours before or behind one of these are a length. */
  of: { es: "de", en: "of" },
  beforeLength: { es: "en|dentro de|durante|cada|unas", en: "in|within|for|every" },
  /** An hour before one of these is another, or not exact. */
  afterVague: { es: "o|y pico|y algo|menos", en: "or|past|to|ish" },
  /** Before a second hour. */
  beforeMore: { es: "y|a", en: "and|to" },
  /** What is counted is no hour: "at 12 euros". */
  units: {
    es: "euro|eur|peso|por ciento|kg|kilo|g|m|cm|mm|km|l|%|€|$|£|°",
    en: "dollar|pound|usd|gbp|percent|per cent|health",
  },
  /** Words in -s that are nothing counted. */
  uncounted: {
    es: "lunes|martes|miercoles|jueves|viernes|antes|despues|mas|tras|las|los|unos|unas|es|vamos",
    en: "this|as|unless|is|us|his|its",
  },
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
