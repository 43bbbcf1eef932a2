import type { Text } from "@/lib/words/language.ts";

/** Words of what messages by WhatsApp, Instagram and Facebook have beside their text. */
export const messageWords = {
  elsewhere: { es: "Respondido fuera de Relevo", en: "Answered elsewhere" },
  us: { es: "Nosotros", en: "Us" },
  answersTo: (who: string): Text => ({ es: `Responde a ${who}`, en: `Answers ${who}` }),
  answersUs: { es: "Responde a un mensaje nuestro", en: "Answers a message of ours" },
  answer: { es: "Responder a este mensaje", en: "Answer this message" },
  copy: { es: "Copiar el texto", en: "Copy the text" },
  messageOf: (who: string): Text => ({ es: `Mensaje de ${who}`, en: `Message from ${who}` }),
  ourMessage: { es: "Mensaje nuestro", en: "Message of ours" },
  noText: { es: "Mensaje sin texto", en: "Message without text" },
  unsent: { es: "Mensaje eliminado por quien lo envió", en: "Message unsent by its sender" },
  edited: { es: "Editado", en: "Edited" },
  before: { es: "Antes decía", en: "It said before" },
  reactions: { es: "Reacciones", en: "Reactions" },
  part: (n: number, of: number): Text => ({ es: `parte ${n} de ${of}`, en: `part ${n} of ${of}` }),
  template: (name: string): Text => ({ es: `plantilla ${name}`, en: `template ${name}` }),
  button: { es: "pulsó un botón", en: "pressed a button" },
  map: { es: "Ver en el mapa", en: "Show on the map" },
  opens: { es: "Abrir", en: "Open" },
  newContact: { es: "Nuevo contacto", en: "New contact" },
  newContactOf: (name: string): Text => ({
    es: `Nuevo contacto: ${name}`,
    en: `New contact: ${name}`,
  }),
  unnamed: { es: "sin nombre", en: "without a name" },
  total: (amount: string): Text => ({ es: `Total: ${amount}`, en: `Total: ${amount}` }),
  sources: {
    ad: { es: "Viene de un anuncio", en: "Came from an ad" },
    post: { es: "Viene de una publicación", en: "Came from a post" },
    link: { es: "Viene de un enlace", en: "Came from a link" },
    story_reply: { es: "Responde a tu historia", en: "Answers your story" },
    story_mention: { es: "Te menciona en su historia", en: "Mentions you in their story" },
    product: { es: "Pregunta por un producto", en: "Asks about a product" },
  },
  reach: {
    left: (hours: number): Text => ({
      es: hours === 1 ? "queda 1 h para escribir" : `quedan ${hours} h para escribir`,
      en: `${hours} h left to write`,
    }),
    clock: (time: string): Text => ({
      es: `quedan ${time} min para escribir`,
      en: `${time} min left to write`,
    }),
    agent: (until: string): Text => ({
      es: `puedes responder tú, en persona, hasta ${until}`,
      en: `you can answer, as a person, until ${until}`,
    }),
    onlyTemplate: {
      es: "Hace más de un día que no escribe: solo le llega una plantilla.",
      en: "They wrote more than a day ago: only a template reaches them.",
    },
    firstTemplate: {
      es: "Aún no ha escrito a este número: solo le llega una plantilla.",
      en: "They have not written to this number yet: only a template reaches them.",
    },
    closed: {
      es: "Hace demasiado que no escribe: no le llega nada hasta que vuelva a escribir.",
      en: "They wrote too long ago: nothing reaches them until they write again.",
    },
    first: {
      es: "Aún no ha escrito a esta cuenta: no le llega nada hasta que escriba.",
      en: "They have not written to this account yet: nothing reaches them until they do.",
    },
    parts: (count: number): Text => ({
      es: `Sale en ${count} mensajes`,
      en: `Leaves in ${count} messages`,
    }),
    tooMany: (count: number, most: number): Text => ({
      es: `Son ${count} mensajes y salen ${most} como mucho: acórtalo.`,
      en: `That is ${count} messages, and ${most} leave at most: shorten it.`,
    }),
  },
};
