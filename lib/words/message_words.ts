import type { Text } from "@/lib/words/language.ts";

/** Words of what messages by WhatsApp, Instagram and Facebook have beside their text. */
export const messageWords = {
  elsewhere: { es: "Respondido fuera de Relevo", en: "Answered elsewhere" },
  us: { es: "Nosotros", en: "Us" },
  answersTo: (who: string): Text => ({ es: `Responde a ${who}`, en: `Answers ${who}` }),
  answersUs: { es: "Responde a un mensaje nuestro", en: "Answers a message of ours" },
  answer: { es: "Responder a este mensaje", en: "Answer this message" },
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
};
