import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of the composer of a record. */
export const composerWords = {
  which: { es: "Qué se apunta", en: "What is put down" },
  tabs: {
    reply: fieldWords.answer,
    heard: { es: "Recibido", en: "Received" },
    message: fieldWords.message,
    answer: fieldWords.answer,
    note: fieldWords.note,
    call: fieldWords.call,
    task: fieldWords.task,
    event: fieldWords.event,
  },
  labels: {
    reply: { es: "Lo que has respondido", en: "What you answered" },
    heard: { es: "Lo que te han dicho", en: "What they told you" },
    message: fieldWords.message,
    answer: {
      es: "Tu respuesta: el cliente la lee en su presupuesto",
      en: "Your answer: the client reads it at the quotation",
    },
    note: { es: "Nota para tus compañeros", en: "Note for your colleagues" },
    call: { es: "Lo que se ha hablado", en: "What was said" },
    task: { es: "Pedir medidas mañana a las 10 #alta", en: "Ask for sizes tomorrow at 10 #high" },
    event: { es: "Visita al taller el jueves a las 16h", en: "Visit the workshop Thursday at 4pm" },
  },
  buttons: {
    reply: { es: "Registrar respuesta", en: "Record answer" },
    heard: { es: "Registrar mensaje", en: "Record message" },
    message: fieldWords.send,
    answer: { es: "Responder al cliente", en: "Answer the client" },
    note: { es: "Guardar nota", en: "Save note" },
    call: { es: "Registrar llamada", en: "Record call" },
    task: { es: "Crear tarea", en: "Create task" },
    event: { es: "Crear evento", en: "Create event" },
  },
  done: {
    reply: { es: "Respuesta registrada", en: "Answer recorded" },
    heard: { es: "Mensaje registrado", en: "Message recorded" },
    message: fieldWords.message,
    answer: { es: "Respuesta publicada", en: "Answer published" },
    note: { es: "Nota guardada", en: "Note saved" },
    call: { es: "Llamada registrada", en: "Call recorded" },
    task: { es: "Tarea creada", en: "Task created" },
    event: { es: "Evento creado", en: "Event created" },
  },
  write: { es: "Escribe un mensaje", en: "Write a message" },
  send: fieldWords.send,
  attach: { es: "Adjuntar archivos", en: "Attach files" },
  tab: (name: string, key: string): Text => ({
    es: `${name} (tecla ${key})`,
    en: `${name} (key ${key})`,
  }),
};
