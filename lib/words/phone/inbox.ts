import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words for the time since something, beyond an hour. */
export const agoWords = {
  hours: (count: number): Text => ({ es: `hace ${count} h`, en: `${count} h ago` }),
  days: (count: number): Text => ({ es: `hace ${count} días`, en: `${count} days ago` }),
};

/** The list of the phone app, and what stands around it. */
export const phoneInboxWords = {
  title: { es: "Mensajes", en: "Messages" },
  conversations: { es: "Conversaciones", en: "Conversations" },
  places: { es: "Secciones", en: "Sections" },
  message: fieldWords.message,
  loading: { es: "Cargando…", en: "Loading…" },
  settings: fieldWords.settings,
  companies: (count: number): Text => ({
    es: `${count} empresas`,
    en: `${count} companies`,
  }),
  unread: (count: number): Text => ({ es: `${count} sin leer`, en: `${count} unread` }),
  remove: (title: string): Text => ({ es: `Quitar «${title}»`, en: `Remove “${title}”` }),
  removed: {
    es: "Mensaje quitado de este teléfono",
    en: "Message removed from this phone",
  },
  broughtBack: { es: "Mensaje de vuelta", en: "Message back in the list" },
  undo: fieldWords.undo,
  isNew: { es: "Sin leer", en: "Unread" },
  readAll: { es: "Marcar como leídos", en: "Mark as read" },
  urgent: { es: "Urgente", en: "Urgent" },
  dismissed: { es: "Descartado", en: "Dismissed" },
  arrived: (title: string, sender: string): Text => ({
    es: `Nuevo mensaje de ${sender}: ${title}`,
    en: `New message from ${sender}: ${title}`,
  }),
  several: (count: number): Text => ({
    es: `${count} mensajes nuevos`,
    en: `${count} new messages`,
  }),
  empty: {
    title: { es: "Nada por ahora", en: "Nothing yet" },
    text: {
      es: "Cuando te envíen un mensaje, aparecerá aquí.",
      en: "When someone sends you a message, it shows up here.",
    },
  },
  older: { es: "Ver más antiguos", en: "Show older ones" },
  loadingOlder: { es: "Buscando más antiguos…", en: "Fetching older ones…" },
  end: { es: "No hay más", en: "That is all" },
  cached: (age: string): Text => ({
    es: `Lista de ${age} · poniéndola al día…`,
    en: `List from ${age} · bringing it up to date…`,
  }),
  offline: (age: string | null): Text => ({
    es: age
      ? `Sin conexión. Ves la lista de ${age}.`
      : "Sin conexión. La lista se cargará al recuperarla.",
    en: age
      ? `No connection. This list is from ${age}.`
      : "No connection. The list loads once it is back.",
  }),
  failed: {
    title: { es: "No se ha podido cargar la lista", en: "The list could not be loaded" },
    text: {
      es: "El servidor no responde bien. No se pierde nada: se reintenta solo.",
      en: "The server has trouble. Nothing is lost: it is tried again by itself.",
    },
    retry: { es: "Reintentar ahora", en: "Try again now" },
  },
  unpaired: (company: string): Text => ({
    es: `Este teléfono ya no está vinculado con ${company}.`,
    en: `This phone is no longer paired with ${company}.`,
  }),
  link: {
    open: (host: string): Text => ({ es: `Abrir ${host}`, en: `Open ${host}` }),
    ask: (host: string): Text => ({ es: `¿Abrir ${host}?`, en: `Open ${host}?` }),
    text: {
      es: "El enlace lleva fuera de esta aplicación, a esta dirección:",
      en: "The link leads out of this app, to this address:",
    },
    go: { es: "Abrir el enlace", en: "Open the link" },
    stay: { es: "Quedarme aquí", en: "Stay here" },
  },
  card: {
    back: { es: "Volver a la lista", en: "Back to the list" },
    from: { es: "De", en: "From" },
    received: { es: "Recibido", en: "Received" },
    expires: fieldWords.expires,
    conversation: { es: "Abrir la conversación", en: "Open the conversation" },
    dismiss: { es: "Descartar", en: "Dismiss" },
    remove: { es: "Quitar de la lista", en: "Remove from the list" },
    missing: {
      title: { es: "Este mensaje no está aquí", en: "This message is not here" },
      text: {
        es: "Puede que se haya borrado, o que llegara a otro teléfono.",
        en: "It may have been deleted, or have come to another phone.",
      },
      offline: {
        es: "Sin conexión no se puede cargar. Aparecerá al recuperarla.",
        en: "It cannot be loaded without a connection. It shows up once that is back.",
      },
    },
  },
};
