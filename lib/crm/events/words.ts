import { fieldWords } from "@/lib/words/field_words.ts";

/** Words of an event's fields. */
export const eventWords = {
  types: {
    meeting: { es: "Reunión", en: "Meeting" },
    delivery: fieldWords.delivery,
    reminder: { es: "Recordatorio", en: "Reminder" },
    other: { es: "Otro", en: "Other" },
  },
  starts: { es: "Empieza", en: "Starts" },
  ends: { es: "Termina", en: "Ends" },
  repeats: { es: "Se repite", en: "Repeats" },
  series: { es: "Serie", en: "Series" },
  originalDay: { es: "Día de la serie", en: "Day in the series" },
  originalStart: { es: "Comienzo en la serie", en: "Start in the series" },
  icalUid: { es: "UID de la invitación", en: "UID of the invitation" },
  icalSequence: { es: "Versión de la invitación", en: "Version of the invitation" },
  reminders: { es: "Avisos", en: "Reminders" },
};
