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
    sentBy: { es: "Enviado por", en: "Sent by" },
    replyTo: { es: "Pide que se responda a", en: "Asks for answers to" },
  },
  sender: {
    ask: (address: string, reply: string): Text => ({
      es: `¿Las respuestas a ${address} van a ${reply}?`,
      en: `Do answers to ${address} go to ${reply}?`,
    }),
    yes: { es: "Sí, siempre", en: "Yes, always" },
    named: (address: string): Text => ({
      es: `Las respuestas a ${address} van a Reply-To.`,
      en: `Answers to ${address} go to Reply-To.`,
    }),
    change: { es: "Cambiarlo", en: "Change this" },
    go: (address: string, reply: string): Text => ({
      es: `Enviar las respuestas a ${address} a ${reply}`,
      en: `Send answers to ${address} to ${reply}`,
    }),
    done: {
      reply_to: {
        es: "Sus próximos correos serán de quien diga Reply-To.",
        en: "Its next mails will be of whom Reply-To names.",
      },
      from: {
        es: "Sus próximos correos serán de su propia dirección.",
        en: "Its next mails will be of its own address.",
      },
    },
  },
  forward: {
    inside: { es: "Del cliente que va dentro:", en: "From the customer inside:" },
    file: { es: "Pasarlo a su conversación", en: "File it in their conversation" },
    isFiled: {
      es: "Lo reenvió un compañero y se pasó aquí.",
      en: "A colleague passed it on, and it was filed here.",
    },
    unfile: { es: "Devolverlo", en: "Give it back" },
  },
  others: (more: string): Text => ({ es: `y ${more} más`, en: `and ${more} more` }),
  unverified: { es: "Remitente sin verificar", en: "Sender not verified" },
  unverifiedMeans: {
    es: "El servidor que recibió el correo no responde de quién lo envía: puede ser cualquiera.",
    en: "The server that received the mail does not vouch for its sender: it may be anybody.",
  },
  signed: { es: "Firmado; la firma no se comprueba", en: "Signed; the signature is not checked" },
  quoted: { es: "Texto citado", en: "Quoted text" },
  raw: { es: "Guardar el correo entero", en: "Save the whole mail" },
  rawMeans: {
    es: "El correo como llegó, con todos sus archivos, se guarda 30 días.",
    en: "The mail as it came, with all its files, is kept for 30 days.",
  },
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
  superseded: {
    es: "Hay una versión posterior de esta invitación.",
    en: "There is a later version of this invitation.",
  },
  moreEvents: (n: number): Text => ({
    es: n === 1 ? "y un evento más" : `y ${n} eventos más`,
    en: n === 1 ? "and one more event" : `and ${n} more events`,
  }),
  untitled: { es: "Evento sin título", en: "Event without a title" },
  add: { es: "Añadir al calendario", en: "Add to the calendar" },
  inCalendar: { es: "Está en el calendario", en: "It is in the calendar" },
  elsewhere: (when: string): Text => ({
    es: `En el calendario: ${when}`,
    en: `In the calendar: ${when}`,
  }),
  newer: {
    es: "El calendario tiene una versión posterior",
    en: "The calendar has a later version",
  },
  stillThere: { es: "Sigue en el calendario", en: "It still is in the calendar" },
  move: { es: "Mover el evento", en: "Move the event" },
  moved: { es: "Evento movido", en: "Event moved" },
  cancelEvent: { es: "Cancelar el evento", en: "Cancel the event" },
  cancelled: { es: "Quitado del calendario", en: "Taken out of the calendar" },
  repeats: {
    other: { es: "Se repite", en: "Repeats" },
    over: (rule: string): Text => ({
      es: `${rule}; ya ha terminado`,
      en: `${rule}; it is over`,
    }),
    every: {
      monthly: (n: number): Text =>
        n === 1
          ? { es: "Cada mes", en: "Every month" }
          : { es: `Cada ${n} meses`, en: `Every ${n} months` },
      yearly: (n: number): Text =>
        n === 1
          ? { es: "Cada año", en: "Every year" }
          : { es: `Cada ${n} años`, en: `Every ${n} years` },
    },
    monthDay: (cycle: string, day: number): Text => ({
      es: `${cycle} el día ${day}`,
      en: `${cycle} on day ${day}`,
    }),
    lastDay: (cycle: string): Text => ({
      es: `${cycle} el último día`,
      en: `${cycle} on the last day`,
    }),
    places: {
      1: { es: "primer", en: "first" },
      2: { es: "segundo", en: "second" },
      3: { es: "tercer", en: "third" },
      4: { es: "cuarto", en: "fourth" },
      5: { es: "quinto", en: "fifth" },
      [-1]: { es: "último", en: "last" },
    },
    nthOfMonth: (cycle: string, place: string, weekday: string): Text => ({
      es: `${cycle} el ${place} ${weekday}`,
      en: `${cycle} on the ${place} ${weekday}`,
    }),
    yearly: (cycle: string, day: number, month: string): Text => ({
      es: `${cycle} el ${day} de ${month}`,
      en: `${cycle} on ${day} ${month}`,
    }),
    yearlyNth: (cycle: string, place: string, weekday: string, month: string): Text => ({
      es: `${cycle} el ${place} ${weekday} de ${month}`,
      en: `${cycle} on the ${place} ${weekday} of ${month}`,
    }),
  },
};
