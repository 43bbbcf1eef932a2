import type { Text } from "@/lib/words/language.ts";

/** The guide for the people who get the notifications, at /phone/help. */
export const phoneHelpWords = {
  title: { es: "Relevo en tu teléfono", en: "Relevo on your phone" },
  lead: {
    es:
      "Los mensajes de tu empresa llegan a tu teléfono y los contestas con un toque. Ponerlo en " +
      "marcha son dos minutos.",
    en:
      "Your company's messages reach your phone, and a tap answers them. Setting it up takes two " +
      "minutes.",
  },
  open: { es: "Abrir la aplicación", en: "Open the app" },
  language: { es: "English", en: "Español" },
  /** Code of the other language. */
  otherLanguage: { es: "en", en: "es" },
  contents: { es: "En esta página", en: "On this page" },
  before: {
    title: { es: "Antes de empezar", en: "Before you begin" },
    text: {
      es:
        "Pide un código a quien te envía los mensajes: un QR, o ocho letras y cifras. Vale diez " +
        "minutos y una sola vez; si se pasa, pide otro. Quien usa el panel de Relevo lo saca en " +
        "Notificaciones, Teléfonos.",
      en:
        "Ask the people who send you messages for a code: a QR, or eight letters and digits. It " +
        "works once, for ten minutes; if it runs out, ask for another one. Who uses Relevo's " +
        "panel gets it under Notifications, Phones.",
    },
  },
  android: {
    title: { es: "Android", en: "Android" },
    open: (address: string): Text => ({
      es: `Apunta la cámara al QR, o abre ${address} en el navegador y escribe el código.`,
      en: `Point the camera at the QR, or open ${address} in the browser and type the code.`,
    }),
    pair: {
      es: "Pulsa «Vincular». Ya ves tu lista de mensajes.",
      en: "Press “Pair”. Now you see your list of messages.",
    },
    allow: {
      es:
        "Pulsa «Activar notificaciones» y permítelas: llegarán también con la aplicación cerrada.",
      en: "Press “Turn on notifications” and allow them: they will come with the app closed too.",
    },
    install: {
      es:
        "Para tenerla entre tus aplicaciones, pulsa «Instalar la aplicación» en Ajustes, o en el " +
        "menú del navegador «Añadir a pantalla de inicio».",
      en: "To have it among your apps, press “Install the app” in Settings, or “Add to Home " +
        "screen” in the browser's menu.",
    },
  },
  iphone: {
    title: { es: "iPhone y iPad", en: "iPhone and iPad" },
    first: {
      es: "Primero la pantalla de inicio, después el código. Safari y la aplicación instalada no " +
        "comparten nada: lo que vincules en Safari no pasa a ella. Hace falta iOS 16.4 o " +
        "posterior.",
      en:
        "First the home screen, then the code. Safari and the installed app share nothing: what " +
        "you pair in Safari does not carry over. It takes iOS 16.4 or later.",
    },
    open: (address: string): Text => ({
      es: `Abre ${address} en Safari. El QR también te lleva allí.`,
      en: `Open ${address} in Safari. The QR takes you there too.`,
    }),
    add: {
      es: "Pulsa Compartir y elige «Añadir a pantalla de inicio».",
      en: "Press Share and choose “Add to Home Screen”.",
    },
    start: {
      es: "Cierra Safari y abre Relevo desde la pantalla de inicio.",
      en: "Close Safari and open Relevo from the home screen.",
    },
    pair: {
      es: "Escribe el código allí y pulsa «Vincular».",
      en: "Type the code there and press “Pair”.",
    },
    allow: {
      es: "Pulsa «Activar notificaciones» y luego «Permitir».",
      en: "Press “Turn on notifications”, then “Allow”.",
    },
  },
  answering: {
    title: { es: "Contestar", en: "Answering" },
    points: {
      buttons: {
        es: "Pulsa uno de los botones del mensaje, o escribe si el mensaje lo admite.",
        en: "Press one of the message's buttons, or type where the message allows it.",
      },
      undo: {
        es: "Tienes cinco segundos para deshacer. Después la respuesta sale, y es la que vale.",
        en: "You have five seconds to undo. Then the answer goes out, and it stands.",
      },
      offline: {
        es: "Sin conexión, tu respuesta se guarda en el teléfono y sale al recuperarla. Mientras " +
          "espera puedes retirarla.",
        en: "Without a connection your answer is kept on the phone and goes out once it is back. " +
          "While it waits you can take it back.",
      },
      unsent: {
        es:
          "Si el teléfono deja de estar vinculado, lo que quedaba por salir no se envía: está en " +
          "«No enviado», al principio, para copiarlo o borrarlo.",
        en:
          "Where the phone is no longer paired, what was still to go out is not sent: it stands " +
          "under “Not sent”, at the top, to be copied or discarded.",
      },
      first: {
        es: "Con varios teléfonos, la primera respuesta cuenta; los demás dicen cuál fue y desde " +
          "dónde.",
        en:
          "With several phones the first answer counts; the others say what it was and from where.",
      },
      late: {
        es: "Un mensaje caducado, retirado o sustituido por otro ya no se contesta, y lo dice.",
        en:
          "A message that expired, was withdrawn or replaced takes no answer any more, and says " +
          "so.",
      },
      mine: {
        es: "«Mis respuestas», la flecha junto a los ajustes, dice de cada una si espera, si se " +
          "envió, o por qué no contó.",
        en:
          "“My answers”, the arrow beside the settings, says of each whether it waits, was sent, " +
          "or why it did not count.",
      },
      remove: {
        es: "La cruz de un mensaje, o «Descartar» al abrirlo, lo quita de este teléfono. No se " +
          "contesta con ello.",
        en:
          "A message's cross, or “Dismiss” once it is open, removes it from this phone. That is " +
          "no answer.",
      },
    },
  },
  trouble: {
    title: { es: "Si algo no va", en: "When something does not work" },
    cases: {
      nothing: {
        what: {
          es: "No llega nada con la aplicación cerrada",
          en: "Nothing comes with the app closed",
        },
        help: {
          es: "Abre la aplicación y mira Ajustes: dice si las notificaciones están activadas o " +
            "bloqueadas. Si están bloqueadas, permítelas en los ajustes del teléfono, en Relevo " +
            "o en tu navegador. En Android, quita a tu navegador el ahorro de batería.",
          en:
            "Open the app and look at Settings: it says whether notifications are on or blocked. " +
            "Where they are blocked, allow them in the phone's settings, under Relevo or your " +
            "browser. On Android, exempt your browser from battery saving.",
        },
      },
      code: {
        what: { es: "El código no vale", en: "The code does not work" },
        help: {
          es: "Caduca a los diez minutos y vale una sola vez. En el iPhone, si lo usaste en " +
            "Safari, pide otro y escríbelo en la aplicación instalada.",
          en: "It expires after ten minutes and works once. On an iPhone, if you used it in " +
            "Safari, ask for another one and type it in the installed app.",
        },
      },
      noAllow: {
        what: {
          es: "El iPhone no deja activar las notificaciones",
          en: "The iPhone offers no notifications",
        },
        help: {
          es: "Estás en Safari. Abre Relevo desde la pantalla de inicio; solo allí se pueden " +
            "activar.",
          en:
            "You are in Safari. Open Relevo from the home screen; only there they can be turned " +
            "on.",
        },
      },
      moved: {
        what: {
          es: "Tienes teléfono nuevo, o pierdes el tuyo",
          en: "You have a new phone, or lost yours",
        },
        help: {
          es: "Vincula el nuevo con otro código. Para que el perdido deje de recibir, avisa a " +
            "quien administra Relevo: lo desvincula desde el panel.",
          en: "Pair the new one with another code. To stop the lost one, tell the people who run " +
            "Relevo: they unpair it in the panel.",
        },
      },
      several: {
        what: { es: "Trabajas para varias empresas", en: "You work for several companies" },
        help: {
          es: "Un mismo teléfono puede vincularse con varias: añade cada una en Ajustes con su " +
            "código. Sus mensajes no se mezclan entre empresas.",
          en: "One phone can be paired with several: add each in Settings with its code. No " +
            "company sees another's messages.",
        },
      },
    },
  },
  admin: {
    title: { es: "Para quien administra Relevo", en: "For the people who run Relevo" },
    secure: {
      es: "Los navegadores solo instalan la aplicación, avisan con ella cerrada y usan la cámara " +
        "si la dirección es HTTPS. Pon delante de Relevo un proxy con certificado y di su " +
        "dirección en PUBLIC_URL; la página docs/operating/phones.md da los pasos.",
      en: "Browsers install the app, notify with it closed and use the camera only where the " +
        "address is HTTPS. Put a proxy with a certificate in front of Relevo and name its " +
        "address in PUBLIC_URL; the page docs/operating/phones.md has the steps.",
    },
    notSecure: (address: string): Text => ({
      es:
        `Esta instalación se anuncia como ${address}, sin HTTPS: en los teléfonos se puede leer y contestar con la página abierta, y nada más.`,
      en:
        `This installation calls itself ${address}, without HTTPS: phones can read and answer with the page open, and nothing more.`,
    }),
    isSecure: (address: string): Text => ({
      es: `Esta instalación se anuncia como ${address}: con HTTPS, como hace falta.`,
      en: `This installation calls itself ${address}: with HTTPS, as it has to be.`,
    }),
  },
};
