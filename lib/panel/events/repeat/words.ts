import type { Text } from "@/lib/words/language.ts";

/** Words of events that repeat. */
export const repeatWords = {
  never: { es: "No se repite", en: "Does not repeat" },
  freqs: {
    daily: { es: "Cada día", en: "Every day" },
    weekly: { es: "Cada semana", en: "Every week" },
    monthly: { es: "Cada mes", en: "Every month" },
  },
  every: { es: "Cada", en: "Every" },
  units: {
    daily: { es: "días", en: "days" },
    weekly: { es: "semanas", en: "weeks" },
    monthly: { es: "meses", en: "months" },
  },
  unit: {
    daily: { es: "día", en: "day" },
    weekly: { es: "semana", en: "week" },
    monthly: { es: "mes", en: "month" },
  },
  on: { es: "Los días", en: "On" },
  end: { es: "Hasta cuándo", en: "Until when" },
  ends: {
    never: { es: "Sin fin", en: "Never" },
    until: { es: "Un día", en: "On a day" },
    count: { es: "Un número de veces", en: "A number of times" },
  },
  lastDay: { es: "Último día", en: "Last day" },
  times: { es: "Veces", en: "Times" },

  everyDay: (n: number): Text =>
    n === 1 ? { es: "Cada día", en: "Every day" } : { es: `Cada ${n} días`, en: `Every ${n} days` },
  onDays: (days: string): Text => ({ es: `Cada ${days}`, en: `Every ${days}` }),
  workdays: { es: "De lunes a viernes", en: "From Monday to Friday" },
  everyWeek: (n: number, days: string): Text => ({
    es: `Cada ${n} semanas, el ${days}`,
    en: `Every ${n} weeks on ${days}`,
  }),
  everyMonth: (n: number, day: number): Text => {
    const [es, en] = n === 1
      ? ["Cada mes", "Every month"]
      : [`Cada ${n} meses`, `Every ${n} months`];
    return day > 28
      ? { es: `${es} el día ${day}, o el último`, en: `${en} on day ${day}, or the last` }
      : { es: `${es} el día ${day}`, en: `${en} on day ${day}` };
  },
  until: (rule: string, day: string): Text => ({
    es: `${rule} hasta el ${day}`,
    en: `${rule} until ${day}`,
  }),
  count: (rule: string, n: number): Text => ({
    es: n === 1 ? `${rule}, una vez` : `${rule}, ${n} veces`,
    en: n === 1 ? `${rule}, once` : `${rule}, ${n} times`,
  }),

  change: { es: "Cambiar", en: "Change" },
  repeat: { es: "Repetir", en: "Repeat" },
  dialog: { es: "Repetición", en: "Repetition" },
  stays: {
    es: "Lo que ya ha empezado se queda. Lo que sobra va a la papelera.",
    en: "What has begun stays. What is left over goes to the trash.",
  },
  scope: { es: "Los cambios valen para", en: "Changes are made to" },
  which: { es: "Se repite: ¿qué se cambia?", en: "It repeats: what is changed?" },
  whichTrash: { es: "Se repite: ¿qué se borra?", en: "It repeats: what is deleted?" },
  scopes: {
    this: { es: "Solo este", en: "This one" },
    following: { es: "Este y los siguientes", en: "This and following" },
    all: { es: "Todos", en: "All" },
  },
  changedMany: (n: number): Text => ({
    es: n === 1 ? "1 evento cambiado" : `${n} eventos cambiados`,
    en: n === 1 ? "1 event changed" : `${n} events changed`,
  }),
  trashedMany: (n: number): Text => ({
    es: n === 1 ? "1 evento en la papelera" : `${n} eventos en la papelera`,
    en: n === 1 ? "1 event moved to the trash" : `${n} events moved to the trash`,
  }),
  others: { es: "Se repite", en: "Repeats" },
  inAll: (n: number): Text => ({
    es: n === 1 ? "Solo este está en el calendario." : `${n} en el calendario.`,
    en: n === 1 ? "This one alone is in the calendar." : `${n} in the calendar.`,
  }),
  thisOne: { es: "Este", en: "This one" },
  setApart: { es: "Cambiado aparte", en: "Changed by itself" },
};
