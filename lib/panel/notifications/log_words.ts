import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of the log of notifications, its parts, and a notification's page. */
export const logWords = {
  sections: {
    label: { es: "Partes de notificaciones", en: "Parts of notifications" },
    log: { es: "Registro", en: "Log" },
    send: fieldWords.send,
    callbacks: { es: "Avisos a programas", en: "Callbacks" },
    keys: fieldWords.apiKeys,
    phones: fieldWords.phones,
  },
  tabs: {
    label: { es: "Por respuesta", en: "By answer" },
    all: fieldWords.allOfThem,
    waiting: { es: "Sin respuesta", en: "Unanswered" },
    answered: { es: "Respondidas", en: "Answered" },
    failed: { es: "Fallidas", en: "Failed" },
  },
  empty: {
    es: "Aquí verás lo que se envía a los teléfonos y lo que responde cada persona.",
    en: "What is sent to phones, and what each person answers, shows up here.",
  },
  send: fieldWords.sendNotification,
  state: fieldWords.status,
  type: fieldWords.type,
  priority: fieldWords.priority,
  priorities: {
    low: fieldWords.low,
    normal: { es: "Media", en: "Normal" },
    high: fieldWords.high,
  },
  source: fieldWords.source,
  sources: {
    key: { es: "Un programa", en: "A program" },
    member: { es: "Alguien del equipo", en: "Someone in the team" },
    crm: { es: "Relevo", en: "Relevo itself" },
  },
  key: { es: "Clave", en: "Key" },
  user: fieldWords.to,
  created: { es: "Enviada", en: "Sent" },
};

export const recordWords = {
  preview: { es: "En el teléfono", en: "On the phone" },
  recipients: { es: "Destinatarios", en: "Recipients" },
  everyone: { es: "Todos", en: "Everyone" },
  byState: { es: "Destinatarios por estado", en: "Recipients by status" },
  user: { es: "Usuario", en: "User" },
  state: fieldWords.status,
  delivered: { es: "Entregada", en: "Delivered" },
  read: { es: "Leída", en: "Read" },
  answer: fieldWords.answer,
  noPhone: { es: "sin teléfono", en: "no phone" },
  nobody: { es: "Nadie está en este estado.", en: "Nobody is in this state." },
  details: fieldWords.details,
  sentBy: { es: "Enviada por", en: "Sent by" },
  keyNamed: (name: string): Text => ({
    es: `un programa con la clave «${name}»`,
    en: `a program with the key “${name}”`,
  }),
  crm: { es: "Relevo, por el trabajo de alguien", en: "Relevo, about somebody's work" },
  sentAt: { es: "Fecha", en: "Sent" },
  expires: fieldWords.expires,
  expired: { es: "Caducó", en: "Expired" },
  tag: fieldWords.tag,
  url: fieldWords.link,
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
