import { graphWords, metaFailureWords } from "@/lib/channels/meta/failure_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Sentence for each outcome of a failed call: those of lib/outbound, and our own. */
export const failureWords = {
  dns: {
    es: "El nombre del servidor no tiene dirección.",
    en: "The server's name has no address.",
  },
  held: {
    es: "Esta instalación está retenida: no llama a nadie hasta que se libere.",
    en: "This installation is held: it calls nobody until it is released.",
  },
  connect: { es: "No se pudo conectar con el servidor.", en: "The server cannot be reached." },
  tls: {
    es: "El servidor no tiene un certificado de confianza.",
    en: "The server has no trusted certificate.",
  },
  timeout: { es: "El servidor no respondió a tiempo.", en: "The server did not answer in time." },
  refused_address: {
    es: "No se ha encontrado ninguna dirección pública del servidor.",
    en: "No public address of the server was found.",
  },
  status: (status: number) => ({
    es: `El servidor respondió ${status}.`,
    en: `The server answered ${status}.`,
  }),
  secret: {
    es: "El secreto de la cuenta no se puede leer con las claves de esta instalación.",
    en: "The account's secret cannot be read with this installation's keys.",
  },
  port_not_allowed: {
    es: "El puerto no es de un servidor de correo.",
    en: "The port is not of a mail server.",
  },
  certificate_name: {
    es: "El certificado del servidor es de otro nombre.",
    en: "The server's certificate is of another name.",
  },
  no_starttls: {
    es: "El servidor no ofrece STARTTLS.",
    en: "The server does not offer STARTTLS.",
  },
  login: {
    es: "El servidor no acepta el usuario o la contraseña.",
    en: "The server does not take the user name or the password.",
  },
  oauth_missing: {
    es: "Al servicio le falta su registro con el proveedor.",
    en: "The service lacks its registration with the provider.",
  },
  folder: { es: "La carpeta no se puede abrir.", en: "The folder cannot be opened." },
  protocol: {
    es: "El servidor respondió algo que no se entiende.",
    en: "The server answered what cannot be understood.",
  },
  rejected: { es: "El servidor no acepta el mensaje.", en: "The server refuses the message." },
  no_smtputf8: (letters: string): Text => ({
    es: `Este servidor de correo no puede escribir a direcciones con «${letters}» antes de la @.`,
    en: `This mail server cannot write to addresses with «${letters}» before the @.`,
  }),
  deferred: {
    es: "El servidor no acepta el mensaje por ahora.",
    en: "The server does not take the message for now.",
  },
  uncertain: {
    es: "La conexión se cortó al entregarlo: nadie sabe si llegó.",
    en: "The connection broke as it was handed over: nobody knows whether it arrived.",
  },
  bounced: { es: "Fue devuelto.", en: "It was returned." },
  partly: { es: "El servidor no aceptó a:", en: "The server did not take:" },
  reported: {
    es: "El programa dice que no se entregó.",
    en: "The program says it did not arrive.",
  },
  ...metaFailureWords,
  ...graphWords,
};

export const stepWords = {
  address: { es: "Comprobar la dirección", en: "Check the address" },
  call: { es: "Llamar al programa", en: "Call the program" },
  answer: { es: "Respuesta del programa", en: "The program's answer" },
  receiveOnly: { es: "Solo recibe: no hay a dónde llamar", en: "Receives only: nothing to call" },
};

export const adviceWords = {
  held: {
    es: "Pruébalo otra vez cuando quien administra la instalación la haya liberado.",
    en: "Try again once the installation's operator has released it.",
  },
  address: {
    es: "Corrige la dirección en los ajustes de la cuenta.",
    en: "Correct the address in the account's settings.",
  },
  call: {
    es: "Comprueba que el programa está en marcha y que se llega a él desde fuera.",
    en: "Check that the program runs and can be reached from outside.",
  },
  answer: {
    es: "El programa debe responder 2xx a una llamada firmada con el secreto de la cuenta.",
    en: "The program must answer 2xx to a call that is signed with the account's secret.",
  },
  secret: {
    es: "Haz un secreto nuevo y dáselo al programa, o devuelve la clave antigua a SECRETS_KEYS.",
    en: "Make a new secret and give it to the program, or put the old key back in SECRETS_KEYS.",
  },
};

/** Appends the server's own words. */
export const withDetail = ({ es, en }: Text, detail: string): Text => ({
  es: `${es} ${detail}`,
  en: `${en} ${detail}`,
});

export const accountRefusalWords = {
  bySignIn: {
    es: "se cambia entrando con el proveedor",
    en: "is changed by signing in with the provider",
  },
  byProvider: {
    es: "lo decide el proveedor con el que entra la cuenta",
    en: "is up to the provider that the account signs in with",
  },
  byId: {
    es: "es lo que la cuenta es para Meta: conecta otra cuenta",
    en: "is what the account is to Meta: connect another account",
  },
  byMeta: { es: "lo dice Meta", en: "is told by Meta" },
  noApp: {
    es: "no es una aplicación de Meta de esta empresa ni compartida con ella",
    en: "is no Meta app of this company, nor one shared with it",
  },
};
