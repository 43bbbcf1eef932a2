import { commonWords } from "@/lib/words/common.ts";
import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of when the company works, and of what a member is told there. */
export const hoursWords = {
  week: { es: "Cada semana", en: "Each week" },
  always: {
    es: "Sin horario cuenta cada minuto, también de noche y en domingo.",
    en: "Without opening hours every minute counts, nights and Sundays too.",
  },
  begin: { es: "Poner un horario", en: "Set opening hours" },
  end: { es: "Quitar el horario", en: "Remove the opening hours" },
  closed: { es: "Cerrado", en: "Closed" },
  from: (day: string, nth: number): Text => ({
    es: `${day}, desde (${nth})`,
    en: `${day}, from (${nth})`,
  }),
  to: (day: string, nth: number): Text => ({
    es: `${day}, hasta (${nth})`,
    en: `${day}, to (${nth})`,
  }),
  add: (day: string): Text => ({ es: `Añadir horas: ${day}`, en: `Add hours: ${day}` }),
  remove: (day: string, nth: number): Text => ({
    es: `Quitar horas: ${day} (${nth})`,
    en: `Remove hours: ${day} (${nth})`,
  }),
  copy: (day: string): Text => ({
    es: `${day}: como el día anterior`,
    en: `${day}: as the day before`,
  }),
  save: { es: "Guardar el horario", en: "Save the opening hours" },
  discard: { es: "Descartar", en: "Discard" },
  saved: { es: "Horario guardado", en: "Opening hours saved" },
  removed: { es: "Horario quitado", en: "Opening hours removed" },
  incomplete: { es: "Faltan horas: desde y hasta.", en: "Hours are missing: from and to." },
  holidays: { es: "Días cerrados", en: "Closed days" },
  holidaysText: {
    es: "Festivos y vacaciones: no cuentan para avisar, y no hay mensaje de la mañana.",
    en: "Holidays: they do not count for telling, and there is no morning message.",
  },
  none: fieldWords.noneYet,
  day: { es: "Día", en: "Day" },
  addDay: fieldWords.add,
  removeDay: (day: string): Text => ({ es: `Quitar ${day}`, en: `Remove ${day}` }),
  dayAdded: { es: "Día añadido", en: "Day added" },
  dayRemoved: { es: "Día quitado", en: "Day removed" },
  isThere: { es: "Ya está en la lista", en: "It is in the list already" },
  unanswered: { es: "Si nadie responde", en: "If nobody answers" },
  unansweredText: {
    es: "A todas las personas de la empresa, una vez por espera. Una respuesta de cualquiera " +
      "retira el aviso. Solo cuentan los minutos en que la empresa abre.",
    en: "It goes to everybody in the company, once for each wait. Anybody’s answer takes it " +
      "back. Only minutes in which the company is open count.",
  },

  onlyHere: (company: string): Text => ({ es: `Solo en ${company}`, en: `In ${company} only` }),
  morning: { es: "Mensaje de la mañana", en: "Morning message" },
  morningHint: {
    es: "Tus tareas y citas de hoy y quién espera respuesta, los días que la empresa abre. " +
      "Vacío: no llega.",
    en: "Your tasks and events of today, and who waits for an answer, on days that the company " +
      "is open. Empty: none comes.",
  },
  unassigned: {
    es: "Mensajes de quien no lleva nadie",
    en: "Messages of those whom nobody has",
  },
  unassignedHint: {
    es: "Lo que nadie elige llega a todos. El formulario web también.",
    en: "What nobody chose comes to everybody. So does the web form.",
  },
  ofAll: { es: "De todas las cuentas", en: "Of all accounts" },
  ofSome: { es: "Solo de estas", en: "Of these only" },
  noAccounts: {
    es: "La empresa no tiene cuentas todavía: te llegan todos.",
    en: "The company has no accounts yet: all of them reach you.",
  },
  kept: commonWords.saved,
};
