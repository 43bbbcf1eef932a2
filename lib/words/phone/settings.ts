import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** The phone app's settings. */
export const phoneSettingsWords = {
  title: fieldWords.settings,
  back: { es: "Volver", en: "Back" },
  push: {
    title: { es: "Notificaciones", en: "Notifications" },
    on: { es: "Activadas en este teléfono.", en: "On for this phone." },
    off: { es: "Desactivadas en este teléfono.", en: "Off for this phone." },
    turnOn: { es: "Activar notificaciones", en: "Turn on notifications" },
    turnOff: { es: "Desactivar", en: "Turn off" },
    turning: { es: "Un momento…", en: "One moment…" },
    why: {
      es: "Recibe los mensajes también con la aplicación cerrada.",
      en: "Get messages with the app closed too.",
    },
    denied: {
      title: { es: "Las notificaciones están bloqueadas", en: "Notifications are blocked" },
      text: {
        es: "Aquí sigues viendo todo. Para recibirlas con la aplicación cerrada, permite las " +
          "notificaciones de este sitio en los ajustes del navegador o del teléfono.",
        en: "You still see everything here. To get them with the app closed, allow this site's " +
          "notifications in the settings of the browser or the phone.",
      },
    },
    install: {
      title: { es: "Instala la aplicación", en: "Install the app" },
      text: {
        es:
          "En el iPhone las notificaciones llegan solo a la aplicación de la pantalla de inicio: " +
          "Compartir, «Añadir a pantalla de inicio».",
        en: "On an iPhone, notifications only reach the app on the home screen: Share, “Add to " +
          "Home Screen”.",
      },
    },
    unsupported: {
      es: "Este navegador no recibe notificaciones con la aplicación cerrada. Aquí sigues viendo " +
        "todo.",
      en: "This browser gets no notifications with the app closed. You still see everything here.",
    },
    unavailable: {
      es: "Este servidor no envía notificaciones con la aplicación cerrada.",
      en: "This server sends no notifications with the app closed.",
    },
    failed: {
      es:
        "No se han podido activar. La lista sigue al día mientras está abierta; prueba otra vez " +
        "más tarde.",
      en:
        "They could not be turned on. The list stays up to date while it is open; try again later.",
    },
    done: { es: "Notificaciones activadas", en: "Notifications on" },
    offDone: { es: "Notificaciones desactivadas", en: "Notifications off" },
  },
  app: {
    install: { es: "Instalar la aplicación", en: "Install the app" },
  },
  sound: {
    title: { es: "Sonido y vibración", en: "Sound and vibration" },
    text: {
      es: "Con la aplicación abierta. Cerrada, deciden los ajustes del teléfono.",
      en: "While the app is open. Closed, the phone's settings decide.",
    },
    label: {
      es: "Sonar y vibrar al llegar un mensaje",
      en: "Sound and vibrate when a message comes",
    },
    tryOut: { es: "Probar", en: "Try it" },
  },
  look: {
    title: { es: "Aspecto", en: "Look" },
    system: { es: "Como el teléfono", en: "Like the phone" },
    light: fieldWords.light,
    dark: fieldWords.dark,
  },
  language: {
    title: fieldWords.language,
    system: { es: "El del teléfono", en: "The phone's" },
    es: fieldWords.spanish,
    en: fieldWords.english,
  },
  pairings: {
    title: { es: "Vinculado con", en: "Paired with" },
    as: (user: string): Text => ({ es: `Mensajes para ${user}`, en: `Messages for ${user}` }),
    since: (when: string): Text => ({ es: `desde el ${when}`, en: `since ${when}` }),
    add: { es: "Vincular con otra empresa", en: "Pair with another company" },
    unpair: (company: string): Text => ({
      es: `Desvincular de ${company}…`,
      en: `Unpair from ${company}…`,
    }),
    unpairShort: { es: "Desvincular…", en: "Unpair…" },
    ask: {
      title: (company: string): Text => ({
        es: `¿Desvincular de ${company}?`,
        en: `Unpair from ${company}?`,
      }),
      text: {
        es: "Sus mensajes desaparecen de este teléfono y dejan de llegar. Para volver hará falta " +
          "otro código.",
        en: "Its messages leave this phone and stop coming. To come back you need another code.",
      },
      unsent: (count: number): Text => ({
        es: count === 1
          ? "Hay algo sin enviar: ya no saldrá. Quedará en «No enviado», para copiarlo."
          : `Hay ${count} cosas sin enviar: ya no saldrán. Quedarán en «No enviado», para copiarlas.`,
        en: count === 1
          ? "One thing is not sent yet, and will not be. It stays under “Not sent”, to be copied."
          : `${count} things are not sent yet, and will not be. They stay under “Not sent”, to be ` +
            "copied.",
      }),
      button: { es: "Desvincular", en: "Unpair" },
      cancel: { es: "Cancelar", en: "Cancel" },
    },
    unpaired: (company: string): Text => ({
      es: `Desvinculado de ${company}`,
      en: `Unpaired from ${company}`,
    }),
    unpairFailed: {
      es: "Sin conexión no se puede desvincular. Prueba otra vez al recuperarla.",
      en: "It cannot be unpaired without a connection. Try again once it is back.",
    },
  },
  help: { es: "Ayuda", en: "Help" },
};
