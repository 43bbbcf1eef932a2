import type { Language, Text } from "@/lib/words/language.ts";

/** Reasons that Relevo has itself; all others are the operator's own words. */
export const holdReasons = {
  asked: {
    es: "La persona que la administra lo ha pedido.",
    en: "Its operator asked for it.",
  },
  setting: { es: "Así lo dice HELD.", en: "HELD says so." },
  restored: {
    es: "Sus datos vienen de una copia de seguridad.",
    en: "Its data came out of a back-up.",
  },
  another_server: {
    es: "La base de datos está en otro servidor.",
    en: "Its database is on another server.",
  },
  another_database: {
    es: "Es otra base de datos del servidor.",
    en: "It is another database of the server.",
  },
  another_folder: {
    es: "La base de datos está en otra carpeta.",
    en: "Its database is in another folder.",
  },
  another_host: {
    es: "DATABASE_URL nombra un servidor que no se conocía.",
    en: "DATABASE_URL names no host that was known.",
  },
} satisfies Record<string, Text>;

export type HoldReason = keyof typeof holdReasons;

/** Why a restored installation is held. @param madeAt time of the back-up, ISO 8601 in UTC */
export function restoredFrom(file: string, madeAt: string): string {
  return `restored from ${file} of ${madeAt}`;
}

const restoredForm = /^restored from (.{1,300}) of (\S{20,30}Z)$/;

const restoredWords = (file: string, madeAt: string): Text => ({
  es: `Sus datos vienen de la copia de seguridad ${file}, hecha el ${madeAt}.`,
  en: `Its data came out of the back-up ${file}, made at ${madeAt}.`,
});

export function sayReason(reason: string, language: Language): string {
  if (Object.hasOwn(holdReasons, reason)) return holdReasons[reason as HoldReason][language];
  const [, file, madeAt] = restoredForm.exec(reason) ?? [];
  return file && madeAt ? restoredWords(file, madeAt)[language] : reason;
}

/** Kinds of what waits to leave. */
export const pendingWords = {
  callback: { es: "avisos a programas (callbacks)", en: "callbacks" },
  program: { es: "mensajes por programas", en: "messages by programs" },
  message: { es: "mensajes a personas", en: "messages to people" },
  mail: { es: "correos", en: "mails" },
  quote: { es: "presupuestos autorizados", en: "approved quotations" },
  push: { es: "avisos a teléfonos (push)", en: "pushes" },
  reminder: { es: "recordatorios", en: "reminders" },
  fallback: { es: "correos de reserva", en: "fallback mails" },
  morning: { es: "mensajes de la mañana", en: "morning messages" },
} satisfies Record<string, Text>;

export type PendingKind = keyof typeof pendingWords;

export const holdWords = {
  held: {
    es: "Esta instalación está retenida: nada sale de ella y nada se recoge.",
    en: "This installation is held: nothing leaves it, and nothing is fetched.",
  },
  anotherHost: (host: string): Text => ({
    es: `tiene que ser ${host}, como se llama esta instalación`,
    en: `must be ${host}, as this installation is called`,
  }),
  since: (time: string): Text => ({ es: `Desde el ${time}.`, en: `Since ${time}.` }),
};
