import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of the page of paired phones. */
export const phoneWords = {
  title: fieldWords.phones,
  app: (address: string): Text => ({
    es:
      `Cada persona usa la aplicación en su propio teléfono: abre ${address}, la pone en su pantalla de inicio y la vincula con un código de aquí.`,
    en:
      `People use the app on their own phones: they open ${address}, put it on the home screen, and pair it with a code from here.`,
  }),
  guide: { es: "Guía para quien recibe", en: "Guide for recipients" },
  notSecure: {
    es: "La dirección no es HTTPS: los teléfonos no podrán instalarla ni recibir nada con ella " +
      "cerrada.",
    en: "The address is not HTTPS: phones can neither install it nor get anything while it is " +
      "closed.",
  },
  empty: {
    es: "Aún no hay teléfonos. Vincula uno para que las notificaciones lleguen a alguien.",
    en: "There are no phones yet. Pair one, so that notifications reach somebody.",
  },
  pair: { es: "Vincular un teléfono", en: "Pair a phone" },
  user: { es: "De quién es", en: "Whose it is" },
  userHint: {
    es: "Tu correo si es tuyo; si no, el identificador que usan los programas.",
    en: "Your address where it is yours; else the identifier that programs use.",
  },
  name: { es: "Cómo llamarlo", en: "What to call it" },
  getCode: { es: "Pedir el código", en: "Get the code" },
  scan: {
    es: "Android: apunta la cámara a este código. iPhone: pon antes la aplicación en la pantalla " +
      "de inicio, y escribe allí las letras.",
    en:
      "Android: point the camera at this code. iPhone: put the app on the home screen first, and " +
      "type the letters there.",
  },
  qr: { es: "Código QR para vincular", en: "QR code for pairing" },
  code: fieldWords.code,
  page: { es: "Abrir la aplicación aquí", en: "Open the app here" },
  steps: { es: "Paso a paso", en: "Step by step" },
  expiresIn: (time: string): Text => ({ es: `Caduca en ${time}`, en: `Expires in ${time}` }),
  codeOver: {
    es: "El código ha caducado. Pide otro.",
    en: "The code has expired. Get another one.",
  },
  another: { es: "Pedir otro código", en: "Get another code" },
  paired: (name: string): Text => ({ es: `Vinculado: ${name}`, en: `Paired: ${name}` }),
  member: { es: "recibe avisos de Relevo", en: "gets Relevo's own notices" },
  pairedAt: (when: string): Text => ({ es: `vinculado ${when}`, en: `paired ${when}` }),
  pairedBy: (name: string): Text => ({ es: `por ${name}`, en: `by ${name}` }),
  pairedByKey: (name: string): Text => ({
    es: `con la clave «${name}»`,
    en: `with the key “${name}”`,
  }),
  seen: { es: "Última conexión", en: "Last seen" },
  never: { es: "Aún no se ha conectado", en: "Not seen yet" },
  sent: { es: "Lo que recibe", en: "What it gets" },
  unpair: { es: "Desvincular…", en: "Unpair…" },
  unpairAsk: {
    title: (name: string): Text => ({ es: `¿Desvincular ${name}?`, en: `Unpair ${name}?` }),
    text: {
      es:
        "Deja de recibir notificaciones en este momento. Para volver hay que vincularlo otra vez.",
      en: "It gets no notifications from this moment. To come back it has to be paired again.",
    },
    button: { es: "Desvincular", en: "Unpair" },
  },
  unpairDone: { es: "Teléfono desvinculado", en: "Phone unpaired" },
};
