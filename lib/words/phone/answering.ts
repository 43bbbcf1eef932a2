import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of the phone app about answers. */
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
  answering: (what: string, title: string): Text => ({
    es: `Respondes «${what}» a «${title}».`,
    en: `You answer “${what}” to “${title}”.`,
  }),
  undo: fieldWords.undo,
  withdraw: { es: "Retirar", en: "Take back" },
  withdrawn: {
    es: "Respuesta retirada. Si ya había llegado, contará y lo verás aquí.",
    en: "Answer taken back. If it had arrived already, it counts, and you will see it here.",
  },
  undone: { es: "Respuesta retirada", en: "Answer taken back" },
  tooLate: { es: "Ya se ha enviado.", en: "It has been sent already." },
  sending: fieldWords.sending,
  queued: {
    es: "Guardada. Se enviará al recuperar la conexión.",
    en: "Kept. It is sent once the connection is back.",
  },
  answered: (what: string): Text => ({ es: `Respondido: ${what}`, en: `Answered: ${what}` }),
  answeredAt: (when: string): Text => ({ es: `Respondido ${when}`, en: `Answered ${when}` }),
  others: (who: string): Text => ({
    es: `${who} ya ha respondido`,
    en: `${who} has answered already`,
  }),
  expired: fieldWords.expired,
  expiredAt: (when: string): Text => ({ es: `Caducó ${when}`, en: `Expired ${when}` }),
  expiresIn: (minutes: number): Text => ({
    es: `Caduca en ${minutes} min`,
    en: `Expires in ${minutes} min`,
  }),
  replaced: { es: "Sustituido por uno más nuevo", en: "Replaced by a newer one" },
  showNewer: (title: string): Text => ({ es: `Ver «${title}»`, en: `Show “${title}”` }),
  cancelled: { es: "Retirado por quien lo envió", en: "Withdrawn by its sender" },
  refused: {
    because: (what: string, reason: string): Text => ({
      es: `Tu respuesta «${what}» no ha contado, porque ${reason}`,
      en: `Your answer “${what}” did not count, because ${reason}`,
    }),
    uncounted: (what: string): Text => ({
      es: `Tu respuesta «${what}» no ha contado.`,
      en: `Your answer “${what}” did not count.`,
    }),
    already_answered: (what: string): Text => ({
      es: `ya se había respondido: ${what}`,
      en: `it had been answered already: ${what}`,
    }),
    others: (who: string): Text => ({
      es: `${who} había respondido antes.`,
      en: `${who} had answered before.`,
    }),
    answered_already: { es: "ya se había respondido.", en: "it had been answered already." },
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
      es: "el mensaje caducó antes de que llegara.",
      en: "the message expired before it arrived.",
    },
    replaced: {
      es: "otro mensaje ocupó su lugar antes de que llegara.",
      en: "another message took its place before it arrived.",
    },
    withdrawn: {
      es: "quien envió el mensaje lo retiró antes de que llegara.",
      en: "the sender withdrew the message before it arrived.",
    },
    not_found: { es: "el mensaje ya no existe.", en: "the message no longer exists." },
    unauthorized: {
      es: "este teléfono ya no está vinculado.",
      en: "this phone is no longer paired.",
    },
    understood: { es: "Entendido", en: "Understood" },
  },
  /** A person's own answers, in a list of their own. */
  mine: {
    title: { es: "Mis respuestas", en: "My answers" },
    pending: (count: number): Text => ({
      es: `Mis respuestas: ${count} por ver`,
      en: `My answers: ${count} to look at`,
    }),
    uncounted: { es: "No han contado", en: "Did not count" },
    waiting: { es: "Esperando salir", en: "Waiting to be sent" },
    sent: { es: "Enviadas", en: "Sent" },
    elsewhere: { es: "desde otro teléfono o navegador", en: "from another phone or browser" },
    untitled: fieldWords.message,
    empty: {
      title: { es: "Todavía no has respondido", en: "No answers yet" },
      text: {
        es: "Aquí verás cada respuesta: si espera, si se envió, o por qué no contó.",
        en: "Each answer shows up here: waiting, sent, or why it did not count.",
      },
    },
  },
  /** Text for a message that takes no answer any more. */
  kept: {
    label: { es: "Lo que habías escrito, sin enviar", en: "What you wrote, not sent" },
    copy: fieldWords.copy,
    copied: { es: "Texto copiado", en: "Text copied" },
    notCopied: {
      es: "No se ha podido copiar. Selecciona el texto.",
      en: "It could not be copied. Select the text.",
    },
    discard: { es: "Borrar", en: "Discard" },
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
