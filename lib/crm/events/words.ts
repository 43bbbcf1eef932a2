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
  reminders: { es: "Avisos", en: "Reminders" },
};
