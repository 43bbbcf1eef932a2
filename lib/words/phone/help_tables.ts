import { fieldWords } from "@/lib/words/field_words.ts";

/** Effects of a message on each phone, in the guide at /phone/help. */
export const phoneHelpTables = {
  types: {
    title: { es: "Qué dice cada mensaje", en: "What a message tells at a glance" },
    text: {
      es: "El tipo se reconoce por su icono, su color y su palabra en la aplicación. Las " +
        "notificaciones dicen la palabra y la empresa; Android muestra el icono, el iPhone " +
        "siempre el de Relevo.",
      en: "The type shows by its icon, its colour and its word in the app. Notifications say the " +
        "word and the company; Android shows the icon, an iPhone always Relevo's.",
    },
    type: fieldWords.type,
    meaning: { es: "Para qué", en: "What for" },
    meanings: {
      info: { es: "Algo que conviene saber", en: "Something worth knowing" },
      success: { es: "Algo ha salido bien", en: "Something went well" },
      warning: { es: "Algo pide atención", en: "Something needs attention" },
      error: { es: "Algo ha fallado", en: "Something failed" },
    },
  },
  priorities: {
    title: { es: "Cómo avisa cada prioridad", en: "How each priority makes itself known" },
    text: {
      es: "Con la aplicación cerrada, el sonido y la vibración son los de los ajustes de tu " +
        "teléfono: ninguna web puede cambiarlos. Con ella abierta suena de verdad, después de " +
        "que la toques una vez.",
      en:
        "With the app closed, sound and vibration are those of your phone's settings: no web app " +
        "can change them. While it is open it really sounds, once you have touched it.",
    },
    priority: fieldWords.priority,
    open: { es: "Con la aplicación abierta", en: "While the app is open" },
    android: { es: "Android, cerrada", en: "Android, closed" },
    iphone: { es: "iPhone, cerrada", en: "iPhone, closed" },
    low: {
      name: fieldWords.low,
      open: { es: "Solo cambian la lista y el número", en: "Only the list and the number change" },
      android: {
        es: "Llega sin sonido ni vibración",
        en: "Comes without sound or vibration",
      },
      iphone: {
        es: "Llega; en silencio donde iOS lo respeta",
        en: "Comes; silently where iOS heeds it",
      },
    },
    normal: {
      name: { es: "Normal", en: "Normal" },
      open: {
        es: "Suena; vibra en Android",
        en: "Sounds; vibrates on Android",
      },
      android: {
        es: "Sale y suena según tus ajustes, también al sustituir a otra",
        en: "Pops up and sounds as your settings say, also when it replaces another",
      },
      iphone: {
        es: "Sale y suena según tus ajustes",
        en: "Pops up and sounds as your settings say",
      },
    },
    high: {
      name: fieldWords.high,
      open: {
        es: "Suena más fuerte; vibración larga en Android",
        en: "Sounds louder; long vibration on Android",
      },
      android: {
        es: "Como la normal; si se puede, vibra largo y se queda a la vista",
        en: "As normal; where possible it vibrates long and stays in view",
      },
      iphone: { es: "Como la normal", en: "As normal" },
    },
  },
  promises: {
    title: { es: "Qué puede cada teléfono", en: "What each phone can do" },
    text: {
      es: "En la aplicación se puede todo en cualquier teléfono. La notificación es un atajo.",
      en: "In the app everything works on any phone. The notification is a shortcut.",
    },
    what: { es: "En la notificación", en: "In the notification" },
    android: { es: "En Android", en: "On Android" },
    iphone: { es: "En el iPhone", en: "On an iPhone" },
    rows: {
      buttons: {
        what: { es: "Botones", en: "Buttons" },
        android: {
          es: "Los dos primeros; el resto, en la aplicación",
          en: "The first two; the rest in the app",
        },
        iphone: {
          es: "Ninguno: al tocarla se abre el mensaje con todos",
          en: "None: a tap opens the message with all of them",
        },
      },
      text: {
        what: { es: "Responder con texto", en: "Reply with text" },
        android: { es: "En la aplicación", en: "In the app" },
        iphone: { es: "En la aplicación", en: "In the app" },
      },
      replaced: {
        what: { es: "Un mensaje que sustituye a otro", en: "A message that replaces another" },
        android: { es: "Ocupa su lugar", en: "Takes its place" },
        iphone: {
          es: "La anterior se retira al llegar la nueva",
          en: "The older one is removed when the new one comes",
        },
      },
      badge: {
        what: { es: "Número de mensajes sin leer", en: "Number of unread messages" },
        android: {
          es: "En la aplicación; un punto en el icono",
          en: "In the app; a dot on the icon",
        },
        iphone: { es: "En la aplicación y en su icono", en: "In the app and on its icon" },
      },
      arrival: {
        what: { es: "Cuándo llega", en: "When it comes" },
        android: {
          es: "Casi siempre en segundos; ahorrando batería puede tardar",
          en: "Mostly within seconds; later while saving battery",
        },
        iphone: {
          es: "Casi siempre en segundos; no, con un modo de concentración",
          en: "Mostly within seconds; a Focus holds it back",
        },
      },
    },
  },
};
