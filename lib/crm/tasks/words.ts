/** Words of a task's fields. */
export const taskFieldWords = {
  status: { es: "Estado", en: "Status" },
  priority: { es: "Prioridad", en: "Priority" },
  kind: { es: "Tipo", en: "Kind" },
  client: { es: "Cliente", en: "Client" },
  priorities: {
    low: { es: "Baja", en: "Low" },
    normal: { es: "Normal", en: "Normal" },
    high: { es: "Alta", en: "High" },
    urgent: { es: "Urgente", en: "Urgent" },
  },
  kinds: {
    general: { es: "General", en: "General" },
    follow_up: { es: "Seguimiento", en: "Follow-up" },
    delivery: { es: "Entrega", en: "Delivery" },
  },
};
