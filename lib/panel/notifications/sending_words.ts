import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of the page that sends a notification, and of the phone beside it. */
export const sendingWords = {
  title: fieldWords.sendNotification,
  to: fieldWords.to,
  toHint: {
    es:
      "Alguien del equipo, un usuario con teléfono, o cualquier identificador. Varios, con comas.",
    en: "Someone in the team, a user with a phone, or any identifier. Several, with commas.",
  },
  toMissing: { es: "di a quién se envía", en: "say whom it goes to" },
  toMany: (count: number): Text => ({
    es: `${count} destinatarios`,
    en: `${count} recipients`,
  }),
  useTyped: (text: string): Text => ({ es: `Enviar a «${text}»`, en: `Send to “${text}”` }),
  removeUser: (user: string): Text => ({ es: `Quitar a ${user}`, en: `Remove ${user}` }),
  phones: (count: number): Text => ({
    es: count === 0 ? "sin teléfono" : count === 1 ? "1 teléfono" : `${count} teléfonos`,
    en: count === 0 ? "no phone" : count === 1 ? "1 phone" : `${count} phones`,
  }),
  left: (count: number): Text => ({
    es: count < 0 ? `sobran ${-count}` : `quedan ${count}`,
    en: count < 0 ? `${-count} too many` : `${count} left`,
  }),
  more: { es: "Más opciones", en: "More options" },
  sender: { es: "Remitente", en: "Sender" },
  senderHint: {
    es: "Quién lo envía según el teléfono; si no, el nombre de la empresa.",
    en: "Who sends it, as the phone shows it; else the company's name.",
  },
  url: fieldWords.link,
  urlHint: { es: "Lo que se abre al tocarla.", en: "What opens when it is tapped." },
  tag: fieldWords.tag,
  tagHint: {
    es: "Otra con la misma etiqueta sustituye a esta en el teléfono.",
    en: "A newer one with the same tag replaces this one on the phone.",
  },
  ttl: fieldWords.expires,
  ttls: {
    none: { es: "Nunca", en: "Never" },
    hour: { es: "En 1 hora", en: "In 1 hour" },
    hours: { es: "En 4 horas", en: "In 4 hours" },
    day: { es: "En 1 día", en: "In 1 day" },
    days: { es: "En 3 días", en: "In 3 days" },
    week: { es: "En 7 días", en: "In 7 days" },
    month: { es: "En 30 días", en: "In 30 days" },
  },
  ttlOther: (minutes: number): Text => ({
    es: minutes === 1 ? "En 1 minuto" : `En ${minutes} minutos`,
    en: minutes === 1 ? "In 1 minute" : `In ${minutes} minutes`,
  }),
  send: fieldWords.send,
  sending: fieldWords.sending,
  phone: {
    label: { es: "Así se verá en el teléfono", en: "How the phone will show it" },
    now: { es: "ahora", en: "now" },
    title: fieldWords.title,
    body: { es: "Texto", en: "Text" },
    reply: { es: "Escribe una respuesta…", en: "Write an answer…" },
    sounds: {
      low: { es: "Llega en silencio", en: "Arrives silently" },
      normal: { es: "Llega con sonido", en: "Arrives with a sound" },
      high: { es: "Insiste con sonido y vibración", en: "Insists with sound and vibration" },
    },
  },
};
