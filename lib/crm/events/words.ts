/** Words of an event's fields. */
export const eventWords = {
  types: {
    meeting: { es: "Reunión", en: "Meeting" },
    delivery: { es: "Entrega", en: "Delivery" },
    reminder: { es: "Recordatorio", en: "Reminder" },
    other: { es: "Otro", en: "Other" },
  },
  starts: { es: "Empieza", en: "Starts" },
  ends: { es: "Termina", en: "Ends" },
  reminders: { es: "Avisos", en: "Reminders" },
};
