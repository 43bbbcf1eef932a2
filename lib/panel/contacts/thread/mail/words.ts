import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of mails in a conversation. */
export const mailWords = {
  to: (who: string): Text => ({ es: `Para ${who}`, en: `To ${who}` }),
  toMore: (who: string, more: string): Text => ({
    es: `Para ${who} y ${more} más`,
    en: `To ${who} and ${more} more`,
  }),
  people: {
    from: { es: "De", en: "From" },
    to: fieldWords.to,
    cc: { es: "Con copia a", en: "Copy to" },
    replyTo: { es: "Pide que se responda a", en: "Asks for answers to" },
  },
  others: (more: string): Text => ({ es: `y ${more} más`, en: `and ${more} more` }),
  unverified: { es: "Remitente sin verificar", en: "Sender not verified" },
  unverifiedMeans: {
    es: "El servidor que recibió el correo no responde de quién lo envía: puede ser cualquiera.",
    en: "The server that received the mail does not vouch for its sender: it may be anybody.",
  },
  quoted: { es: "Texto citado", en: "Quoted text" },
  asMail: { es: "Ver como correo", en: "Show as mail" },
  remote: (n: number): Text => ({
    es: n === 1
      ? "Una imagen de fuera no se muestra: diría a quien la envía que lo has abierto."
      : `${n} imágenes de fuera no se muestran: dirían a quien las envía que lo has abierto.`,
    en: n === 1
      ? "A picture from elsewhere is not shown: it would tell its sender that you opened this."
      : `${n} pictures from elsewhere are not shown: they would tell their sender that you opened this.`,
  }),
  noSubject: { es: "Correo sin asunto", en: "Mail without a subject" },
  loading: { es: "Abriendo el correo…", en: "Opening the mail…" },
  invitation: { es: "Invitación", en: "Invitation" },
  methods: {
    request: { es: "Invita a", en: "Invites to" },
    cancel: { es: "Cancela", en: "Cancels" },
    reply: { es: "Responde a la invitación", en: "Answers the invitation" },
    other: { es: "Trae un evento", en: "Brings an event" },
  },
  untitled: { es: "Evento sin título", en: "Event without a title" },
  add: { es: "Añadir al calendario", en: "Add to the calendar" },
};
