import type { Text } from "@/lib/words/language.ts";

/** Words for reminders, escalation and fallback of a notification, in the form and on its page. */
export const askWords = {
  title: { es: "Si nadie responde", en: "If nobody answers" },
  never: { es: "Nunca", en: "Never" },
  remind: {
    label: { es: "Recordar cada", en: "Remind every" },
    times: { es: "Veces", en: "Times" },
    hint: { es: "A quien no la haya leído.", en: "Those who have not read it." },
  },
  escalate: {
    label: { es: "Avisar también a", en: "Tell others too" },
    hint: {
      es: "Identificadores, separados por comas.",
      en: "Identifiers, separated by commas.",
    },
    after: { es: "Al cabo de", en: "After" },
  },
  first: {
    label: { es: "La primera respuesta vale por todas", en: "The first answer counts for all" },
  },
  fallback: {
    label: { es: "Enviar un correo a", en: "Send a mail to" },
    hint: {
      es: "Con un enlace para responder sin la aplicación. Sale por la cuenta de correo de la " +
        "empresa.",
      en: "With a link to answer without the app. It leaves by the company's e-mail account.",
    },
    after: { es: "Al cabo de", en: "After" },
  },
  spans: {
    minutes: (count: number): Text => ({
      es: count === 1 ? "1 minuto" : `${count} minutos`,
      en: count === 1 ? "1 minute" : `${count} minutes`,
    }),
    hours: (count: number): Text => ({
      es: count === 1 ? "1 hora" : `${count} horas`,
      en: count === 1 ? "1 hour" : `${count} hours`,
    }),
    days: (count: number): Text => ({
      es: count === 1 ? "1 día" : `${count} días`,
      en: count === 1 ? "1 day" : `${count} days`,
    }),
  },
  times: {
    title: { es: "Lo previsto y lo hecho", en: "Planned and done" },
    kinds: {
      remind: { es: "Recordatorio", en: "Reminder" },
      escalate: { es: "Aviso a otros", en: "Telling others" },
      fallback: { es: "Correo", en: "Mail" },
    },
    outcomes: {
      acted: { es: "Hecho", en: "Done" },
      not_needed: { es: "No hizo falta", en: "Not needed" },
      over: { es: "Ya había terminado", en: "It was over by then" },
      failed: { es: "No había cuenta de correo", en: "There was no e-mail account" },
    },
    ahead: { es: "Previsto", en: "Planned" },
    reached: (count: number): Text => ({
      es: count === 1 ? "a 1 persona" : `a ${count} personas`,
      en: count === 1 ? "to 1 person" : `to ${count} people`,
    }),
    mails: {
      queued: { es: "por salir", en: "to be sent" },
      sending: { es: "saliendo", en: "being sent" },
      sent: { es: "enviado", en: "sent" },
      failed: { es: "no se pudo enviar", en: "could not be sent" },
      uncertain: { es: "no se sabe si salió", en: "nobody knows whether it left" },
    },
  },
  facts: {
    remind: { es: "Recordar", en: "Reminders" },
    reminding: (every: string, times: number): Text => ({
      es: times === 1 ? `una vez, a los ${every}` : `cada ${every}, ${times} veces como mucho`,
      en: times === 1 ? `once, after ${every}` : `every ${every}, ${times} times at most`,
    }),
    escalate: { es: "Avisar a", en: "Then tell" },
    fallback: { es: "Correo a", en: "Mail to" },
    answers: { es: "Respuestas", en: "Answers" },
    first: { es: "vale la primera", en: "the first one counts" },
    after: (what: string, span: string): Text => ({
      es: `${what}, al cabo de ${span}`,
      en: `${what}, after ${span}`,
    }),
  },
  recipient: {
    escalated: { es: "avisado después", en: "told later" },
    answeredBy: (who: string): Text => ({ es: `Respondió ${who}`, en: `${who} answered` }),
    reminders: (count: number): Text => ({
      es: count === 1 ? "1 recordatorio" : `${count} recordatorios`,
      en: count === 1 ? "1 reminder" : `${count} reminders`,
    }),
  },
};

/** A span in whole days or hours, else in minutes. */
export function spanText(seconds: number): Text {
  const { minutes, hours, days } = askWords.spans;
  if (seconds % 86_400 === 0) return days(seconds / 86_400);
  if (seconds % 3_600 === 0) return hours(seconds / 3_600);
  return minutes(Math.round(seconds / 60));
}
