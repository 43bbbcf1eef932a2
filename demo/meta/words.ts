/** Words of the page with the customers' phones. */
import type { ActName } from "./acts.ts";
import type { ActProblem, SwitchName } from "./phone.ts";
import type { Text } from "@/lib/words/language.ts";

export const metaWords = {
  title: (company: string) => ({
    es: `Los teléfonos de los clientes de ${company}`,
    en: `The phones of customers of ${company}`,
  }),
  name: {
    es: "Quién escribe (otro nombre, otro cliente)",
    en: "Who writes (each name a customer)",
  },
  change: { es: "Cambiar", en: "Change" },
  empty: {
    es: "Aquí eres cliente. Lo que hagas llega a la empresa; lo que te contesten aparece aquí.",
    en: "Here you are a customer. What you do comes to the company; what they answer appears here.",
  },
  first: {
    es: "Hola, ¿podéis hacerme una mesa de roble para diez?",
    en: "Hello, could you make me an oak table for ten?",
  },
  acts: { es: "Otras cosas que hacer", en: "Other things to do" },
  chosen: {
    es: "Elige un mensaje para responderlo, reaccionar, editarlo o anularlo.",
    en: "Choose a message to reply to it, react, edit it or unsend it.",
  },
  switches: { es: "Lo que va mal", en: "What goes wrong" },
  company: { es: "La empresa", en: "The company" },
  elsewhere: { es: "desde su propia app", en: "from its own app" },
  edited: { es: "editado", en: "edited" },
  unsent: { es: "Mensaje anulado", en: "Message unsent" },
  sent: { es: "✓ enviado", en: "✓ sent" },
  delivered: { es: "✓✓ entregado", en: "✓✓ delivered" },
  read: { es: "✓✓ leído", en: "✓✓ read" },
  foot: {
    es:
      "Página de la demo: la API de Meta de las pruebas, en esta máquina. Una respuesta sale 10 " +
      "segundos después de escrita, que es cuando ya no se puede deshacer.",
    en: "A page of the demo: the tests' own API of Meta, on this machine. An answer leaves 10 " +
      "seconds after it was written, when it can no longer be taken back.",
  },
};

export const actWords: Record<Exclude<ActName, "file">, Text> = {
  write: { es: "Enviar", en: "Send" },
  reply: { es: "Responder a ese", en: "Reply to it" },
  photo: { es: "Foto", en: "Photo" },
  voice: { es: "Nota de voz", en: "Voice note" },
  place: { es: "Ubicación", en: "Place" },
  card: { es: "Contacto", en: "Contact card" },
  react: { es: "❤️ Reaccionar", en: "❤️ React" },
  edit: { es: "Editar", en: "Edit" },
  unsend: { es: "Anular", en: "Unsend" },
  story_mention: { es: "Mencionar en su historia", en: "Mention in a story" },
  story_reply: { es: "Responder a la historia", en: "Reply to the story" },
  ad: { es: "Desde un anuncio", en: "From an ad" },
  owner: { es: "Contesta el dueño con su app", en: "The owner answers by their own app" },
};

/** What stands in a line that has no text of its own. */
export const lineWords: Partial<Record<ActName, Text>> = {
  place: { es: "📍 Una ubicación", en: "📍 A place" },
  card: { es: "👤 Un contacto", en: "👤 A contact card" },
  story_mention: {
    es: "Mencionó a la empresa en su historia",
    en: "Mentioned the company in a story",
  },
  story_reply: { es: "Respuesta a la historia de la empresa", en: "Reply to the company's story" },
  ad: { es: "Desde un anuncio de la empresa", en: "From an ad of the company" },
};

export const switchWords: Record<SwitchName, Text> = {
  slow: { es: "Meta tarda 8 segundos", en: "Meta takes 8 seconds" },
  pace: { es: "Demasiados envíos (429)", en: "Too many sends (429)" },
  token: { es: "Token caducado", en: "Dead token" },
  subscription: { es: "Suscripción perdida", en: "Lost subscription" },
  clock: { es: "Escribió hace 25 horas", en: "Wrote 25 hours ago" },
  hidden: { es: "Número oculto", en: "Hidden number" },
};

export const problemWords: Record<ActProblem, Text> = {
  text: { es: "Escribe algo primero.", en: "Write something first." },
  target: {
    es: "Elige antes un mensaje: para editar o anular, uno del cliente que siga ahí.",
    en: "Choose a message first: to edit or unsend, one of the customer's that is still there.",
  },
  undelivered: {
    es: "Meta no lo ha entregado: la cuenta no está suscrita. Relevo la suscribe de nuevo al " +
      "probarla, o por sí solo en unas horas.",
    en: "Meta did not deliver it: the account is not subscribed. Relevo subscribes it again when " +
      "it is tested, or by itself within hours.",
  },
  refused: { es: "Relevo no lo ha aceptado.", en: "Relevo did not take it." },
};
