export const erasedWords = {
  contact: { es: "Contacto borrado", en: "Erased contact" },
  client: { es: "Cliente borrado", en: "Erased client" },
  opportunity: { es: "Oportunidad borrada", en: "Erased opportunity" },
  task: { es: "Tarea borrada", en: "Erased task" },
  event: { es: "Evento borrado", en: "Erased event" },
  line: { es: "Línea borrada", en: "Erased line" },
};
