import { eventWords } from "@/lib/crm/events/words.ts";
import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of the calendar and of an event's page. */
export const calendarWords = {
  ...eventWords,
  views: {
    month: { es: "Mes", en: "Month" },
    week: { es: "Semana", en: "Week" },
    day: fieldWords.day,
    agenda: fieldWords.list,
  },
  view: fieldWords.view,
  today: fieldWords.today,
  previous: { es: "Anterior", en: "Previous" },
  next: fieldWords.next,
  people: { es: "Personas", en: "People" },
  unassigned: { es: "Sin asignar", en: "Unassigned" },
  kinds: { es: "Tipos", en: "Types" },
  overlays: { es: "También", en: "Also" },
  tasks: fieldWords.tasks,
  quotes: { es: "Vencimientos", en: "Expiring quotations" },
  task: fieldWords.task,
  quote: { es: "Vence el presupuesto", en: "Quotation expires" },
  clear: { es: "Ver todo", en: "Show everything" },
  allDay: fieldWords.allDay,
  allDayShort: fieldWords.day,
  again: (time: string): Text => ({ es: `${time} (2.ª vez)`, en: `${time} (2nd time)` }),
  more: (count: number): Text => ({ es: `+${count} más`, en: `+${count} more` }),
  moreOn: (count: number, day: string): Text => ({
    es: `${count} más el ${day}`,
    en: `${count} more on ${day}`,
  }),
  nothing: { es: "Nada apuntado.", en: "Nothing planned." },
  empty: {
    es: "No hay nada en estos días.",
    en: "There is nothing on these days.",
  },
  cut: (limit: string): Text => ({
    es: `Hay más de lo que cabe: se muestran los primeros ${limit} de cada tipo. ` +
      "Filtra por persona o mira menos días.",
    en: `There is more than fits: the first ${limit} of each kind are shown. ` +
      "Filter by person or look at fewer days.",
  }),
  keys: {
    es: "Flechas: mover. Mayús y flechas: alargar o acortar. Escape: dejarlo como estaba.",
    en: "Arrows: move. Shift and arrows: lengthen or shorten. Escape: leave it as it was.",
  },
  gap: { es: "Esta hora no existe este día", en: "This hour does not exist on this day" },
  moved: (when: string): Text => ({ es: `Movido: ${when}`, en: `Moved: ${when}` }),
  movedBack: (why: string): Text => ({
    es: `No se ha movido: ${why}`,
    en: `It was not moved: ${why}`,
  }),
  clash: {
    es: "otra persona lo ha cambiado de hora a la vez.",
    en: "somebody else changed its time at once.",
  },
  put: (title: string, when: string): Text => ({
    es: `${title}: ${when}`,
    en: `${title}, ${when}`,
  }),
  returned: { es: "Como estaba", en: "As it was" },
  newTitle: fieldWords.title,
  newHint: { es: "Medir la cocina de Ruiz", en: "Measure the kitchen for Ruiz" },
  create: { es: "Crear", en: "Create" },
  createAndOpen: { es: "Más datos", en: "More details" },
  created: (when: string): Text => ({ es: `Evento creado: ${when}`, en: `Event created: ${when}` }),
  needsTitle: { es: "Ponle un título", en: "Give it a title" },
  addReminder: { es: "Añadir un aviso…", en: "Add a reminder…" },
  removeReminder: (lead: string): Text => ({
    es: `Quitar el aviso: ${lead}`,
    en: `Remove the reminder: ${lead}`,
  }),
  remindsAssignee: {
    es: "Avisan a la persona responsable.",
    en: "They go to the assignee.",
  },
  atStart: { es: "al empezar", en: "when it starts" },
  minutesBefore: (n: number): Text => ({ es: `${n} min antes`, en: `${n} min before` }),
  hoursBefore: (n: number): Text => ({ es: `${n} h antes`, en: `${n} h before` }),
  daysBefore: (n: number): Text => ({
    es: n === 1 ? "1 día antes" : `${n} días antes`,
    en: n === 1 ? "1 day before" : `${n} days before`,
  }),
  data: fieldWords.details,
  inCalendar: { es: "Ver en el calendario", en: "Show in the calendar" },
  invitation: { es: "Ver la invitación", en: "See the invitation" },
  openLink: { es: "Abrir el enlace", en: "Open the link" },
  trash: fieldWords.toTrash,
  trashed: { es: "Evento en la papelera", en: "Event moved to the trash" },
  wrongTimes: { es: "Tiene que terminar después de empezar", en: "It must end after it starts" },
};
