import type { Text } from "@/lib/words/language.ts";

/** Quiet hours, muted senders and snoozes in the phone app. */
export const attentionWords = {
  failed: {
    es: "No se ha podido guardar. Prueba otra vez con conexión.",
    en: "It could not be saved. Try again with a connection.",
  },
  loading: {
    es: "Se leerá en cuanto haya conexión.",
    en: "It is read once there is a connection.",
  },
  quiet: {
    title: { es: "Horas de silencio", en: "Quiet hours" },
    text: {
      es: "Nada suena ni avisa; los mensajes siguen llegando aquí. Al terminar, un solo aviso " +
        "cuenta lo que quedó sin leer. Vale para todos tus teléfonos y empresas.",
      en: "Nothing sounds or notifies; messages still come in here. At the end, one notification " +
        "tells what is unread. It holds on all your phones, for every company.",
    },
    on: { es: "Guardar silencio por horas", en: "Keep quiet by the clock" },
    from: { es: "Desde", en: "From" },
    to: { es: "Hasta", en: "To" },
    days: { es: "Días en que empiezan", en: "Days on which they begin" },
    highPasses: { es: "Lo urgente llega igual", en: "What is urgent comes through" },
    zone: (zone: string): Text => ({ es: `Hora de ${zone}`, en: `Time in ${zone}` }),
    useHere: (zone: string): Text => ({
      es: `Usar la hora de ${zone}`,
      en: `Use the time in ${zone}`,
    }),
    noDays: { es: "Elige al menos un día.", en: "Choose one day at least." },
  },
  muted: {
    title: { es: "Remitentes silenciados", en: "Muted senders" },
    none: {
      es: "Ninguno. Silencia a uno desde un mensaje suyo, en «Más tarde».",
      en: "None. Mute one from a message of theirs, under “Later”.",
    },
    text: {
      es: "Sus mensajes llegan aquí sin aviso ni sonido.",
      en: "Their messages come in here without a notification or a sound.",
    },
    remove: (sender: string): Text => ({
      es: `Dejar de silenciar a ${sender}`,
      en: `Unmute ${sender}`,
    }),
    unmute: { es: "Quitar", en: "Unmute" },
    mute: (sender: string): Text => ({ es: `Silenciar a ${sender}`, en: `Mute ${sender}` }),
    done: (sender: string): Text => ({
      es: `${sender} está en silencio`,
      en: `${sender} is muted`,
    }),
    undone: (sender: string): Text => ({
      es: `${sender} vuelve a avisar`,
      en: `${sender} is heard`,
    }),
  },
  later: {
    open: { es: "Más tarde…", en: "Later…" },
    title: { es: "Recordar más tarde", en: "Remind me later" },
    hour: { es: "En 1 hora", en: "In 1 hour" },
    evening: { es: "Esta tarde", en: "This evening" },
    morning: { es: "Mañana por la mañana", en: "Tomorrow morning" },
    day: { es: "En un día", en: "In a day" },
    until: (when: string): Text => ({ es: `Pospuesto hasta ${when}`, en: `Snoozed until ${when}` }),
    short: (when: string): Text => ({ es: `Hasta ${when}`, en: `Until ${when}` }),
    takeBack: { es: "Recuperar ahora", en: "Bring it back now" },
    takenBack: { es: "Ya no está pospuesto", en: "It is no longer snoozed" },
    done: (when: string): Text => ({ es: `Te avisará ${when}`, en: `You will hear of it ${when}` }),
    offline: {
      es: "Sin conexión no se puede posponer. Prueba otra vez al recuperarla.",
      en: "It cannot be snoozed without a connection. Try again once it is back.",
    },
  },
  reminded: (count: number): Text => ({
    es: count === 1 ? "1 recordatorio" : `${count} recordatorios`,
    en: count === 1 ? "1 reminder" : `${count} reminders`,
  }),
  escalated: { es: "Nadie había respondido", en: "Nobody had answered" },
};
