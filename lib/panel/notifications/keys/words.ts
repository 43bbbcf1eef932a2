import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of the page of API keys. */
export const keyWords = {
  title: fieldWords.apiKeys,
  intro: {
    es:
      "Con una clave, un programa envía notificaciones y recibe las respuestas firmadas con ella.",
    en: "With a key a program sends notifications, and gets answers signed with it.",
  },
  docs: { es: "Cómo se usa", en: "How to use it" },
  empty: {
    es: "Ningún programa puede enviar todavía. Crea una clave para el primero.",
    en: "No program can send yet. Create a key for the first one.",
  },
  create: { es: "Crear una clave", en: "Create a key" },
  name: { es: "Para qué es", en: "What it is for" },
  nameHint: {
    es: "El programa que la usará: tienda, alarmas…",
    en: "The program that will use it: shop, alarms…",
  },
  scope: { es: "Qué permite", en: "What it may do" },
  scopes: {
    all: { es: "Enviar, leer y vincular teléfonos", en: "Send, read and pair phones" },
    send: { es: "Solo enviar", en: "Only send" },
    channel: { es: "Mensajes de clientes", en: "Customers' messages" },
    read: { es: "Solo leer", en: "Only read" },
  },
  scopeHint: {
    es: "Cuanto menos pueda, menos se pierde si alguien la copia. No se cambia después.",
    en: "The less it may do, the less is lost when somebody copies it. It never changes.",
  },
  lastDay: { es: "Último día", en: "Last day" },
  lastDayHint: {
    es: "Sin día, vale hasta que se revoque.",
    en: "Without a day, it works until it is revoked.",
  },
  until: (day: string): Text => ({ es: `vale hasta el ${day}`, en: `works until ${day}` }),
  expired: { es: "Caducó", en: "Expired" },
  made: { es: "Clave creada", en: "Key created" },
  once: {
    es: "Cópiala ahora: no se volverá a mostrar. Aquí solo se guarda su huella.",
    en: "Copy it now: it is not shown again. Only its digest is kept.",
  },
  theKey: { es: "La clave", en: "The key" },
  copy: fieldWords.copy,
  copied: { es: "Copiada", en: "Copied" },
  done: { es: "Ya la he guardado", en: "I have kept it" },
  createdBy: (name: string, when: string): Text => ({
    es: `la creó ${name} · ${when}`,
    en: `made by ${name} · ${when}`,
  }),
  createdAt: (when: string): Text => ({ es: `creada · ${when}`, en: `made · ${when}` }),
  used: { es: "Último uso", en: "Last used" },
  never: { es: "Sin uso conocido", en: "No known use" },
  revoked: { es: "Revocada", en: "Revoked" },
  sent: { es: "Lo enviado", en: "What it sent" },
  revoke: { es: "Revocar…", en: "Revoke…" },
  revokeAsk: {
    title: (name: string): Text => ({
      es: `¿Revocar la clave «${name}»?`,
      en: `Revoke the key “${name}”?`,
    }),
    text: {
      es: "El programa que la usa deja de poder enviar en este momento. Las respuestas a lo ya " +
        "enviado se le siguen avisando. No tiene vuelta atrás.",
      en:
        "The program that uses it can send no more from this moment. Answers to what it sent are " +
        "still told to it. There is no way back.",
    },
    button: { es: "Revocar la clave", en: "Revoke the key" },
  },
  revokeDone: { es: "Clave revocada", en: "Key revoked" },
};
