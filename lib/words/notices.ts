/** Notices to members about their work, on their phones. */
export const noticeWords = {
  newContact: (name: string) => ({ es: `Nuevo contacto: ${name}`, en: `New contact: ${name}` }),
  wroteAgain: (name: string) => ({
    es: `${name} ha vuelto a escribir`,
    en: `${name} has written again`,
  }),
  tookBack: { es: "Ha retirado un mensaje.", en: "They took a message back." },
  waits: (name: string) => ({ es: `${name} espera respuesta`, en: `${name} waits for an answer` }),
  waitsSince: (when: string) => ({ es: `Desde el ${when}`, en: `Since ${when}` }),
  hasIt: (who: string) => ({ es: `Lo lleva ${who}`, en: `${who} has it` }),
  files: (count: number) => ({
    es: `${count} ${count === 1 ? "archivo" : "archivos"}`,
    en: `${count} ${count === 1 ? "file" : "files"}`,
  }),
  messageUnread: (account: string) => ({
    es: `No se puede leer un mensaje de ${account}`,
    en: `A message of ${account} cannot be read`,
  }),
  messageUnreadMeans: {
    es: "Está entre los problemas de la cuenta, con el original.",
    en: "It is among the account's problems, with the original.",
  },
  notArrived: (name: string) => ({
    es: `El mensaje a ${name} no ha llegado`,
    en: `The message to ${name} did not arrive`,
  }),
  waitsAgain: {
    es: "Sigue esperando respuesta. Mira por qué no llegó y escríbele de nuevo.",
    en: "They still wait for an answer. See why it did not arrive, and write again.",
  },
  notArrivedMeans: {
    es: "Mira por qué no llegó y escríbele de nuevo.",
    en: "See why it did not arrive, and write again.",
  },
  channelFails: (name: string) => ({
    es: `No se puede enviar por ${name}`,
    en: `Messages do not go out by ${name}`,
  }),
  channelFailsMeans: {
    es: "Los mensajes esperan y se vuelven a intentar. Mira qué le pasa en Ajustes, Canales.",
    en: "They wait and are tried again. See what is wrong in Settings, Channels.",
  },
  tokenEnds: (name: string, days: number) => ({
    es: `El token de ${name} caduca en ${days === 1 ? "un día" : `${days} días`}`,
    en: `The token of ${name} ends in ${days === 1 ? "one day" : `${days} days`}`,
  }),
  tokenEndsMeans: {
    es: "Después no entra ni sale nada. Crea otro en Meta y guárdalo en Ajustes, Canales.",
    en:
      "Nothing comes or goes after that. Make another at Meta and store it in Settings, Channels.",
  },
  resubscribed: (name: string) => ({
    es: `Meta había dejado de avisar de ${name}`,
    en: `Meta had stopped telling of ${name}`,
  }),
  resubscribedMeans: {
    es: "La suscripción se ha hecho de nuevo. Mira en Meta si faltan mensajes de este tiempo.",
    en: "The subscription was made again. Look at Meta whether messages of that time are missing.",
  },
  channelPaused: (name: string) => ({ es: `${name} está en pausa`, en: `${name} is paused` }),
  channelLoop: {
    es: "Más de 60 mensajes en un minuto con el mismo contacto: parecen dos programas " +
      "que se contestan. Nada se pierde; reanúdala en Ajustes, Canales.",
    en: "More than 60 messages in a minute with one contact: two programs seem to answer each " +
      "other. Nothing is lost; resume it in Settings, Channels.",
  },
  mailFlood: (name: string) => ({
    es: `Demasiado correo de ${name}`,
    en: `Too much mail from ${name}`,
  }),
  mailFloodMeans: {
    es: "Más de 60 mensajes en un minuto: el contacto queda retenido, y lo que escriba se guarda " +
      "sin avisar hasta que lo liberes.",
    en: "More than 60 messages in a minute: the contact is held, and what it writes is kept " +
      "without a notice until you release it.",
  },
  take: { es: "Me lo quedo", en: "Take it" },
  snoozed: (name: string) => ({ es: `Pendiente: ${name}`, en: `To come back to: ${name}` }),
  snoozedMeans: {
    es: "Lo dejaste para este momento.",
    en: "You put it off until now.",
  },
  task: (title: string) => ({ es: `Tarea: ${title}`, en: `Task: ${title}` }),
  formLimit: {
    es: "El formulario recibe demasiados mensajes",
    en: "The form gets too many messages",
  },
  formLimitMeans: (perDay: number) => ({
    es: `Han llegado ${perDay} en 24 horas: los de gente nueva quedan retenidos y no avisan.`,
    en: `${perDay} came within 24 hours: those of new people are held and tell nobody.`,
  }),
  strangers: {
    es: "Demasiados avisos por correo a desconocidos",
    en: "Too many notifications mailed to strangers",
  },
  strangersMean: (perDay: number) => ({
    es: "El máximo de direcciones al día que la empresa no conoce es " +
      `${perDay}, y ya está usado: hasta mañana (UTC) se rechazan las demás. ` +
      "Si no lo esperabais, revocad la clave de API que los envía.",
    en: "The bound of addresses a day that the company does not know is " +
      `${perDay}, and it is used up: others are refused until tomorrow (UTC). ` +
      "If you did not expect this, revoke the API key that sends them.",
  }),
  released: (count: number) => ({
    es: count === 1
      ? "1 contacto nuevo, que estaba retenido"
      : `${count} contactos nuevos, que estaban retenidos`,
    en: count === 1 ? "1 new contact that was held" : `${count} new contacts that were held`,
  }),
  releasedBy: (who: string) => ({ es: `Los ha liberado ${who}.`, en: `Released by ${who}.` }),
  tasks: (count: number) => ({
    es: count === 1 ? "1 tarea para ti" : `${count} tareas para ti`,
    en: count === 1 ? "1 task for you" : `${count} tasks for you`,
  }),
  tasksFrom: (who: string) => ({
    es: `${who} te las ha asignado`,
    en: `${who} assigned them to you`,
  }),
  assignedBy: (who: string) => ({
    es: `${who} te la ha asignado`,
    en: `${who} assigned it to you`,
  }),
  eventMoved: (title: string) => ({ es: `Se ha movido: ${title}`, en: `Moved: ${title}` }),
  eventCancelled: (title: string) => ({
    es: `Se ha cancelado: ${title}`,
    en: `Cancelled: ${title}`,
  }),
  eventIs: (when: string) => ({ es: `Ahora es el ${when}`, en: `It is now on ${when}` }),
  eventWas: (when: string) => ({ es: `Era el ${when}`, en: `It was on ${when}` }),
  doneBy: (who: string) => ({
    es: `Lo ha hecho ${who}, como decía un correo`,
    en: `${who} did so, as a mail said`,
  }),
  assigned: { es: "Te la han asignado.", en: "It was assigned to you." },
  due: (when: string) => ({ es: `Vence el ${when}`, en: `Due ${when}` }),
  markDone: { es: "Hecha", en: "Mark done" },
  deliveries: (sale: string, count: number) => ({
    es: `Venta ${sale}: ${count} ${count === 1 ? "entrega" : "entregas"}`,
    en: `Sale ${sale}: ${count} ${count === 1 ? "delivery" : "deliveries"}`,
  }),
  unassigned: (leaver: string) => ({
    es: `Sin asignar, porque ${leaver} ya no está en la empresa`,
    en: `Unassigned, because ${leaver} has left the company`,
  }),
  quoteApproved: (quote: string) => ({
    es: `Presupuesto ${quote} aceptado`,
    en: `Quotation ${quote} accepted`,
  }),
  quoteRejected: (quote: string) => ({
    es: `Presupuesto ${quote} rechazado`,
    en: `Quotation ${quote} rejected`,
  }),
  quoteAsked: (quote: string) => ({
    es: `Te preguntan por el presupuesto ${quote}`,
    en: `A question about quotation ${quote}`,
  }),
  approvedBy: (who: string) => ({ es: `Lo acepta ${who}`, en: `Accepted by ${who}` }),
  reason: (reason: string) => ({ es: `Motivo: ${reason}`, en: `Reason: ${reason}` }),
  notedBy: (who: string) => ({ es: `Lo ha anotado ${who}`, en: `Noted by ${who}` }),
};
