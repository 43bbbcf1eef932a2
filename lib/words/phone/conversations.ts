import { fieldWords } from "@/lib/words/field_words.ts";
import { phoneInboxWords } from "@/lib/words/phone/inbox.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of the phone app about conversations with customers. */
export const conversationWords = {
  title: phoneInboxWords.conversations,
  all: fieldWords.allOfThem,
  waiting: { es: "Esperan respuesta", en: "Waiting for an answer" },
  shown: { es: "Qué se muestra", en: "What is shown" },
  search: { es: "Buscar por nombre, correo o teléfono", en: "Search by name, e-mail or phone" },
  isWaiting: { es: "Espera respuesta", en: "Waits for an answer" },
  answer: fieldWords.answer,
  withYou: { es: "Contigo", en: "With you" },
  nobody: { es: "Sin responsable", en: "Nobody has it" },
  withWhom: (who: string): Text => ({ es: `Con ${who}`, en: `With ${who}` }),
  noMessages: { es: "Todavía sin mensajes", en: "No messages yet" },
  empty: {
    title: { es: "Ninguna conversación", en: "No conversations" },
    text: {
      es: "Aquí salen los clientes que llevas tú y aquellos de los que te han avisado.",
      en: "Customers that you look after show up here, and those that you were told of.",
    },
    found: { es: "Nadie con esas palabras", en: "Nobody with those words" },
    none: { es: "Nadie espera respuesta", en: "Nobody waits for an answer" },
  },
  missing: {
    title: { es: "Esta conversación no está aquí", en: "This conversation is not here" },
    text: {
      es: "Puede que la lleve otra persona, o que se haya borrado.",
      en: "Somebody else may have it, or it may have been deleted.",
    },
  },
  older: { es: "Ver anteriores", en: "Show earlier ones" },
  log: { es: "Lo que se ha dicho", en: "What was said" },
  note: { es: "Nota interna", en: "Note between colleagues" },
  noteOf: (who: string): Text => ({ es: `Nota de ${who}`, en: `Note by ${who}` }),
  cut: (count: number): Text => ({
    es: count === 1
      ? "Falta 1 letra: está en el panel"
      : `Faltan ${count} letras: están en el panel`,
    en: count === 1
      ? "1 more character is in the panel"
      : `${count} more characters are in the panel`,
  }),
  file: {
    leftOut: {
      no_room: { es: "no se guardó por falta de espacio", en: "not kept for want of room" },
      too_many: { es: "no se guardó: hay demasiados archivos", en: "not kept: too many files" },
      too_large: { es: "no se guardó: es demasiado grande", en: "not kept: too large" },
      beyond_parts: {
        es: "no se guardó: el correo tiene demasiadas partes",
        en: "not kept: the mail has too many parts",
      },
      empty: { es: "llegó vacío", en: "came empty" },
      expired: {
        es: "era de una historia, que se guarda 24 horas",
        en: "was of a story, which is kept for 24 hours",
      },
      unreachable: { es: "no se ha podido traer", en: "could not be fetched" },
    },
    coming: (name: string): Text => ({
      es: `${name} todavía está llegando`,
      en: `${name} is still coming`,
    }),
    picture: (name: string): Text => ({ es: `Imagen: ${name}`, en: `Picture: ${name}` }),
  },
  delivery: {
    queued: { es: "Sale en unos segundos", en: "Leaves in a few seconds" },
    held: { es: "Espera a la cuenta", en: "Waits for the account" },
    again: { es: "No ha salido; se reintenta", en: "It did not leave; it is tried again" },
    sending: fieldWords.sending,
    sent: { es: "Enviado", en: "Sent" },
    partly: { es: "No lo tienen todos", en: "Not everybody has it" },
    delivered: { es: "Entregado", en: "Delivered" },
    read: { es: "Leído", en: "Read" },
    failed: { es: "No enviado", en: "Not sent" },
    uncertain: { es: "Quizá no llegó", en: "May not have arrived" },
    cancelled: { es: "No se envió", en: "Was not sent" },
  },
  fetching: { es: "Se busca otra vez", en: "It is fetched again" },
  retryFile: (name: string): Text => ({ es: `Reintentar: ${name}`, en: `Try again: ${name}` }),
  verbs: {
    cancel: { es: "No enviar", en: "Do not send" },
    retry: { es: "Reintentar", en: "Try again" },
  },
  take: { es: "Me lo quedo", en: "Take it" },
  taken: { es: "Ahora lo llevas tú", en: "You have it now" },
  takenBy: { es: "Se lo ha quedado otra persona", en: "Somebody else has taken it" },
  later: {
    button: { es: "Luego", en: "Later" },
    title: { es: "¿Cuándo te lo recuerdo?", en: "When shall it come back?" },
    text: {
      es: "La notificación se quita de tus teléfonos y vuelve entonces, salvo que alguien " +
        "responda antes.",
      en: "The notification goes from your phones and comes back then, unless somebody answers " +
        "before.",
    },
    set: (when: string): Text => ({ es: `Vuelve ${when}`, en: `Comes back ${when}` }),
    close: fieldWords.close,
    clear: { es: "Quitar el recordatorio", en: "Remove the reminder" },
    cleared: { es: "Recordatorio quitado", en: "Reminder removed" },
  },
  call: { es: "Llamar", en: "Call" },
  map: { es: "Mapa", en: "Map" },
  panel: { es: "Al panel", en: "Panel" },
  panelLabel: {
    es: "Al panel, para convertirlo en cliente y hacer presupuestos",
    en: "Panel, to make it a client and write quotations",
  },
  write: {
    kind: { es: "Para quién es", en: "Whom it is for" },
    message: { es: "Al cliente", en: "To customer" },
    note: { es: "Nota al equipo", en: "Team note" },
    label: (name: string): Text => ({ es: `Mensaje para ${name}`, en: `Message to ${name}` }),
    noteLabel: { es: "Nota que solo ve tu equipo", en: "Note that only colleagues see" },
    via: { es: "Sale por", en: "Goes by" },
    choose: { es: "Elige por dónde", en: "Choose which" },
    to: (name: string, to: string): Text => ({ es: `${name}, a ${to}`, en: `${name}, to ${to}` }),
    templates: fieldWords.templates,
    ofWhatsapp: { es: "Plantillas de WhatsApp", en: "WhatsApp templates" },
    noneOfWhatsapp: {
      es: "Este número no tiene plantillas aprobadas por Meta.",
      en: "This number has no templates that Meta has approved.",
    },
    notRead: {
      es: "Las plantillas de WhatsApp no se han podido leer. Inténtalo cuando haya conexión.",
      en: "WhatsApp's templates could not be read. Try again once there is a connection.",
    },
    noTemplates: {
      es: "Todavía no hay plantillas. Se escriben en el panel, en Ajustes.",
      en: "There are no templates yet. They are written in the panel, in Settings.",
    },
    unfilled: (places: string): Text => ({
      es: `Queda por poner: ${places}`,
      en: `Still to be filled: ${places}`,
    }),
    photo: { es: "Foto", en: "Photo" },
    file: { es: "Archivo", en: "File" },
    removeFile: (name: string): Text => ({ es: `Quitar ${name}`, en: `Remove ${name}` }),
    tooLarge: (name: string): Text => ({
      es: `${name} tiene más de 25 MB y no se ha añadido.`,
      en: `${name} has more than 25 MB and was not added.`,
    }),
    tooMany: { es: "Caben 10 archivos.", en: "There is room for 10 files." },
    send: fieldWords.send,
    sendNote: { es: "Guardar la nota", en: "Save the note" },
    notKept: {
      es: "Este navegador no deja guardar nada: el mensaje no ha salido. Cópialo.",
      en: "This browser lets nothing be kept: the message was not sent. Copy it.",
    },
  },
  sent: { es: "Mensaje enviado", en: "Message sent" },
  waits: {
    es: "Guardado. Sale en cuanto haya conexión, si no llega nada antes.",
    en: "Kept. It leaves once there is a connection, if nothing comes before.",
  },
  takeBack: { es: "Retirar", en: "Take back" },
  moved: {
    title: (name: string | null): Text => ({
      es: name ? `${name} ha escrito mientras tanto` : "Un colega ha respondido mientras tanto",
      en: name ? `${name} wrote meanwhile` : "A colleague answered meanwhile",
    }),
    text: {
      es: "Tu mensaje no ha salido. ¿Lo envías igualmente?",
      en: "Your message was not sent. Send it anyway?",
    },
    anyway: { es: "Enviar igualmente", en: "Send anyway" },
    change: { es: "Cambiar el texto", en: "Change the text" },
    changeTemplate: { es: "Cambiar la plantilla", en: "Change the template" },
    drop: { es: "No enviar", en: "Do not send" },
  },
  refused: { es: "El mensaje no se ha podido enviar.", en: "The message could not be sent." },
  failed: {
    es: "No se ha podido hacer. Inténtalo cuando haya conexión.",
    en: "It could not be done. Try again once there is a connection.",
  },
  offline: (age: string): Text => ({
    es: `Sin conexión. Lo que ves es de ${age}; lo que escribas sale después.`,
    en: `No connection. What you see is from ${age}; what you write leaves later.`,
  }),
};
