import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words for pairing a phone, and for its name afterwards. */
export const phonePairingWords = {
  title: { es: "Vincular este teléfono", en: "Pair this phone" },
  intro: {
    es: "Pide un código a quien te envía los mensajes. Vale diez minutos y una sola vez.",
    en: "Ask whoever sends you messages for a code. It works once, for ten minutes.",
  },
  welcome: {
    es: "Los mensajes de tu empresa, y tu respuesta con un toque.",
    en: "Your company's messages, and your answer at a tap.",
  },
  code: fieldWords.code,
  codeHint: {
    es: "Ocho letras y cifras, como 7K4M-Q2XD",
    en: "Eight letters and digits, like 7K4M-Q2XD",
  },
  name: { es: "Nombre de este teléfono", en: "Name of this phone" },
  nameHint: { es: "Para distinguirlo de otros tuyos.", en: "To tell it from others of yours." },
  optional: fieldWords.optional,
  pair: { es: "Vincular", en: "Pair" },
  pairing: { es: "Vinculando…", en: "Pairing…" },
  scan: { es: "Escanear el código", en: "Scan the code" },
  stopScan: { es: "Dejar de escanear", en: "Stop scanning" },
  scanning: {
    es: "Apunta al código QR que se ve en la otra pantalla.",
    en: "Point at the QR code on the other screen.",
  },
  withCamera: {
    es:
      "¿Tienes un código QR? Ábrelo con la cámara del teléfono: te trae aquí con el código puesto.",
    en:
      "Do you have a QR code? Open it with the phone's camera: it brings you here, code included.",
  },
  noCamera: {
    es:
      "No se ha podido usar la cámara. Escribe el código, o abre el QR con la cámara del teléfono.",
    en: "The camera could not be used. Type the code, or open the QR with the phone's camera.",
  },
  otherPicture: {
    es: "Ese QR no es un código de vinculación.",
    en: "That QR is no pairing code.",
  },
  otherServer: (host: string): Text => ({
    es: `Ese código es de ${host}. Ábrelo con la cámara del teléfono.`,
    en: `That code belongs to ${host}. Open it with the phone's camera.`,
  }),
  badCode: {
    es: "El código tiene ocho letras y cifras. Compruébalo.",
    en: "The code has eight letters and digits. Check it.",
  },
  refused: {
    es: "Ese código no vale: ha caducado, ya se ha usado o tiene una errata. Pide otro.",
    en: "That code does not work: it has expired, was used, or has a typo. Ask for another one.",
  },
  tooMany: (hour: string): Text => ({
    es: `Demasiados códigos equivocados desde esta red. Hasta las ${hour} no se prueba ninguno.`,
    en: `Too many wrong codes from this network. None is tried until ${hour}.`,
  }),
  offline: {
    es: "Sin conexión. El código sigue aquí: pulsa otra vez al recuperarla.",
    en: "No connection. The code is still here: press again once it is back.",
  },
  failed: {
    es: "El servidor no ha podido vincularlo. Prueba otra vez.",
    en: "The server could not pair it. Try again.",
  },
  done: (company: string): Text => ({
    es: `Teléfono vinculado con ${company}`,
    en: `Phone paired with ${company}`,
  }),
  cookies: {
    es: "El navegador no guarda la vinculación. Permite las cookies de este sitio y pide otro " +
      "código.",
    en: "The browser does not keep the pairing. Allow cookies for this site and ask for another " +
      "code.",
  },
  help: { es: "Ayuda paso a paso", en: "Help, step by step" },
  later: { es: "Ahora no", en: "Not now" },
  understood: { es: "Entendido", en: "Understood" },
  iphone: {
    title: {
      es: "Primero, ponlo en tu pantalla de inicio",
      en: "First, add it to your home screen",
    },
    text: {
      es: "En el iPhone los mensajes solo llegan a la aplicación instalada, y lo vinculado en " +
        "Safari no pasa a ella.",
      en: "On an iPhone, messages only reach the installed app, and what you pair in Safari does " +
        "not carry over.",
    },
    share: {
      es: "Pulsa Compartir en la barra de Safari.",
      en: "Press Share in Safari's bar.",
    },
    add: {
      es: "Elige «Añadir a pantalla de inicio».",
      en: "Choose “Add to Home Screen”.",
    },
    open: {
      es: "Abre Relevo desde allí y escribe el código.",
      en: "Open Relevo from there and type the code.",
    },
    yourCode: { es: "Tu código", en: "Your code" },
    anyway: { es: "Vincular en Safari de todos modos", en: "Pair in Safari anyway" },
  },
};
