import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of callbacks: telling a program what a person answered. */
export const callbackWords = {
  title: { es: "Avisos a programas", en: "Callbacks" },
  intro: {
    es: "Cada respuesta se comunica al programa que preguntó. Si falla, se reintenta hasta 12 " +
      "veces en tres días.",
    en:
      "Each answer is told to the program that asked. Where that fails, it is tried again, up to " +
      "12 times in three days.",
  },
  empty: {
    es: "Ningún programa ha pedido que se le avise de las respuestas. Lo pide con callbackUrl.",
    en: "No program has asked to be told of answers. It asks with callbackUrl.",
  },
  none: {
    es: "El programa no pidió que se le avise.",
    en: "The program did not ask to be told.",
  },
  noneYet: {
    es: "Se avisará al programa con la primera respuesta.",
    en: "The program is told with the first answer.",
  },
  status: fieldWords.status,
  statuses: {
    pending: { es: "Pendiente", en: "Pending" },
    delivered: { es: "Entregado", en: "Delivered" },
    failed: { es: "Fallido", en: "Failed" },
    gone: { es: "Rechazado para siempre", en: "Gone" },
  },
  created: { es: "Respondida", en: "Answered" },
  notification: { es: "Notificación", en: "Notification" },
  attempts: (count: number): Text => ({
    es: count === 1 ? "1 intento" : `${count} intentos`,
    en: count === 1 ? "1 attempt" : `${count} attempts`,
  }),
  attempt: (number: number): Text => ({ es: `Intento ${number}`, en: `Attempt ${number}` }),
  outcomes: {
    status: (code: string): Text => ({ es: `respondió ${code}`, en: `answered ${code}` }),
    dns: { es: "no se encontró el servidor", en: "the host was not found" },
    connect: { es: "no se pudo conectar", en: "could not connect" },
    tls: { es: "el certificado no vale", en: "the certificate is not valid" },
    timeout: { es: "tardó demasiado", en: "took too long" },
    refused_address: { es: "dirección no permitida", en: "address not allowed" },
  },
  next: (when: string): Text => ({ es: `próximo intento ${when}`, en: `next try ${when}` }),
  nextNow: { es: "se intenta ahora", en: "being tried now" },
  answer: { es: "Lo que respondió", en: "What it answered" },
  redeliver: { es: "Reintentar", en: "Try again" },
  redelivered: { es: "Se intenta de nuevo", en: "Trying again" },
  all: {
    open: { es: "Reintentar los fallidos…", en: "Try failed ones again…" },
    title: { es: "¿Reintentar los avisos fallidos?", en: "Try failed callbacks again?" },
    text: {
      es: "Cada aviso que no llegó, de respuestas desde ese momento, se intenta ya y empieza de " +
        "nuevo su calendario.",
      en:
        "Each callback that did not get through, of answers since then, is tried now and begins " +
        "its schedule anew.",
    },
    since: { es: "Desde", en: "Since" },
    button: { es: "Reintentar", en: "Try again" },
    done: (count: number): Text => ({
      es: count === 0
        ? "No había nada fallido desde entonces."
        : count === 1
        ? "Se reintenta 1 aviso"
        : `Se reintentan ${count} avisos`,
      en: count === 0
        ? "Nothing has failed since then."
        : count === 1
        ? "Trying 1 callback again"
        : `Trying ${count} callbacks again`,
    }),
  },
};
