import type { Text } from "@/lib/words/language.ts";

/** What the phone app says of answers. */
export const answerWords = {
  group: { es: "Respuestas", en: "Answers" },
  write: { es: "Escribir respuesta", en: "Write an answer" },
  reply: { es: "Tu respuesta", en: "Your answer" },
  addition: { es: "Añade un texto (opcional)", en: "Add a text (optional)" },
  additionHint: {
    es: "Se envía con el botón que pulses.",
    en: "It is sent with the button that you press.",
  },
  counter: (used: number, max: number): Text => ({
    es: `${used} de ${max} caracteres`,
    en: `${used} of ${max} characters`,
  }),
  tooLong: (over: number): Text => ({
    es: over === 1 ? "Sobra 1 carácter." : `Sobran ${over} caracteres.`,
    en: over === 1 ? "1 character too many." : `${over} characters too many.`,
  }),
  send: { es: "Enviar respuesta", en: "Send answer" },
  sendAlone: { es: "Enviar solo el texto", en: "Send the text alone" },
  confirm: (label: string): Text => ({
    es: `Pulsa «${label}» para confirmar tu respuesta.`,
    en: `Press “${label}” to confirm your answer.`,
  }),
  notYet: {
    es: "Podrás responder en cuanto se compruebe que sigue abierto.",
    en: "You can answer as soon as it is known to be still open.",
  },
  waiting: (label: string): Text => ({ es: `Respondes: ${label}`, en: `Your answer: ${label}` }),
  undo: { es: "Deshacer", en: "Undo" },
  undone: { es: "Respuesta retirada", en: "Answer taken back" },
  tooLate: { es: "Ya se ha enviado.", en: "It has been sent already." },
  sending: { es: "Enviando…", en: "Sending…" },
  queued: {
    es: "Guardada. Se enviará al recuperar la conexión.",
    en: "Kept. It is sent once the connection is back.",
  },
  answered: (what: string): Text => ({ es: `Respondido: ${what}`, en: `Answered: ${what}` }),
  answeredAt: (when: string): Text => ({ es: `Respondido ${when}`, en: `Answered ${when}` }),
  expired: { es: "Caducado", en: "Expired" },
  expiredAt: (when: string): Text => ({ es: `Caducó ${when}`, en: `Expired ${when}` }),
  expiresIn: (minutes: number): Text => ({
    es: `Caduca en ${minutes} min`,
    en: `Expires in ${minutes} min`,
  }),
  replaced: { es: "Sustituido por uno más nuevo", en: "Replaced by a newer one" },
  showNewer: (title: string): Text => ({ es: `Ver «${title}»`, en: `Show “${title}”` }),
  cancelled: { es: "Retirado por quien lo envió", en: "Withdrawn by its sender" },
  refused: {
    yours: (what: string): Text => ({
      es: `Tu respuesta «${what}» no se ha registrado.`,
      en: `Your answer “${what}” was not recorded.`,
    }),
    already_answered: (what: string): Text => ({
      es: `Ya se había respondido: ${what}`,
      en: `Already answered: ${what}`,
    }),
    where: (device: string, when: string): Text => ({
      es: `Desde ${device}, ${when}`,
      en: `From ${device}, ${when}`,
    }),
    here: (when: string): Text => ({
      es: `Desde este teléfono, ${when}`,
      en: `From this phone, ${when}`,
    }),
    elsewhere: (when: string): Text => ({
      es: `Desde otro teléfono, ${when}`,
      en: `From another phone, ${when}`,
    }),
    notification_expired: {
      es: "Caducó antes de que llegara tu respuesta.",
      en: "It expired before your answer arrived.",
    },
    replaced: {
      es: "Llegó otro en su lugar antes que tu respuesta.",
      en: "Another one took its place before your answer arrived.",
    },
    withdrawn: {
      es: "Quien lo envió lo retiró antes de que llegara tu respuesta.",
      en: "Its sender withdrew it before your answer arrived.",
    },
    not_found: { es: "El mensaje ya no existe.", en: "The message no longer exists." },
    unauthorized: {
      es: "Este teléfono ya no está vinculado.",
      en: "This phone is no longer paired.",
    },
    understood: { es: "Entendido", en: "Understood" },
  },
  notKept: {
    es: "Este navegador no deja guardar nada, así que la respuesta se ha enviado sin espera.",
    en: "This browser lets nothing be kept, so the answer was sent without a wait.",
  },
  failed: {
    es: "No se ha podido enviar ni guardar. Pulsa otra vez cuando haya conexión.",
    en: "It could be neither sent nor kept. Press again once there is a connection.",
  },
};
