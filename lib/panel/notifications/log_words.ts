import type { Text } from "@/lib/words/language.ts";

/** Words of the log of notifications, its parts, and a notification's page. */
export const logWords = {
  sections: {
    label: { es: "Partes de notificaciones", en: "Parts of notifications" },
    log: { es: "Registro", en: "Log" },
    send: { es: "Enviar", en: "Send" },
    callbacks: { es: "Avisos a programas", en: "Callbacks" },
    keys: { es: "Claves de API", en: "API keys" },
    phones: { es: "Teléfonos", en: "Phones" },
  },
  tabs: {
    label: { es: "Por respuesta", en: "By answer" },
    all: { es: "Todas", en: "All" },
    waiting: { es: "Sin respuesta", en: "Unanswered" },
    answered: { es: "Respondidas", en: "Answered" },
    failed: { es: "Fallidas", en: "Failed" },
  },
  empty: {
    es: "Aquí verás lo que se envía a los teléfonos y lo que responde cada persona.",
    en: "What is sent to phones, and what each person answers, shows up here.",
  },
  send: { es: "Enviar una notificación", en: "Send a notification" },
  state: { es: "Estado", en: "Status" },
  type: { es: "Tipo", en: "Type" },
  priority: { es: "Prioridad", en: "Priority" },
  priorities: {
    low: { es: "Baja", en: "Low" },
    normal: { es: "Media", en: "Normal" },
    high: { es: "Alta", en: "High" },
  },
  source: { es: "Origen", en: "Source" },
  sources: {
    key: { es: "Un programa", en: "A program" },
    member: { es: "Alguien del equipo", en: "Someone in the team" },
    crm: { es: "Relevo", en: "Relevo itself" },
  },
  key: { es: "Clave", en: "Key" },
  user: { es: "Para", en: "To" },
  created: { es: "Enviada", en: "Sent" },
};

export const recordWords = {
  preview: { es: "En el teléfono", en: "On the phone" },
  recipients: { es: "Destinatarios", en: "Recipients" },
  everyone: { es: "Todos", en: "Everyone" },
  byState: { es: "Destinatarios por estado", en: "Recipients by status" },
  user: { es: "Usuario", en: "User" },
  state: { es: "Estado", en: "Status" },
  delivered: { es: "Entregada", en: "Delivered" },
  read: { es: "Leída", en: "Read" },
  answer: { es: "Respuesta", en: "Answer" },
  noPhone: { es: "sin teléfono", en: "no phone" },
  nobody: { es: "Nadie está en este estado.", en: "Nobody is in this state." },
  details: { es: "Datos", en: "Details" },
  sentBy: { es: "Enviada por", en: "Sent by" },
  keyNamed: (name: string): Text => ({
    es: `un programa con la clave «${name}»`,
    en: `a program with the key “${name}”`,
  }),
  crm: { es: "Relevo, por el trabajo de alguien", en: "Relevo, about somebody's work" },
  sentAt: { es: "Fecha", en: "Sent" },
  expires: { es: "Caduca", en: "Expires" },
  expired: { es: "Caducó", en: "Expired" },
  tag: { es: "Etiqueta", en: "Tag" },
  url: { es: "Enlace", en: "Link" },
  callbackUrl: { es: "Avisa a", en: "Calls back" },
  data: { es: "Datos del programa", en: "The program's data" },
  again: { es: "Enviar otra igual", en: "Send one like it" },
  cancel: { es: "Cancelar…", en: "Cancel…" },
  cancelAsk: {
    title: { es: "¿Cancelar la notificación?", en: "Cancel the notification?" },
    text: {
      es: "Desaparece de los teléfonos de quienes no han respondido y ya no podrán responder. " +
        "Lo respondido se queda. No tiene vuelta atrás.",
      en: "It leaves the phones of those who have not answered, and they can no longer answer. " +
        "Answers stay. There is no way back.",
    },
    button: { es: "Cancelar la notificación", en: "Cancel the notification" },
    dismiss: { es: "Dejarla como está", en: "Keep it" },
  },
  cancelled: { es: "Notificación cancelada", en: "Notification cancelled" },
  cancelReason: {
    es: "Ya no espera respuesta de nadie.",
    en: "It no longer awaits anybody's answer.",
  },
};
