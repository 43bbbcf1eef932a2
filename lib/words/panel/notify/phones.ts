import type { Text } from "@/lib/words/language.ts";

/** Words of the page of paired phones. */
export const phoneWords = {
  title: { es: "Teléfonos", en: "Phones" },
  empty: {
    es: "Aún no hay teléfonos. Empareja uno para que las notificaciones lleguen a alguien.",
    en: "There are no phones yet. Pair one, so that notifications reach somebody.",
  },
  pair: { es: "Emparejar un teléfono", en: "Pair a phone" },
  user: { es: "De quién es", en: "Whose it is" },
  userHint: {
    es: "Tu correo si es tuyo; si no, el identificador que usan los programas.",
    en: "Your address where it is yours; else the identifier that programs use.",
  },
  name: { es: "Cómo llamarlo", en: "What to call it" },
  getCode: { es: "Pedir el código", en: "Get the code" },
  scan: {
    es:
      "Apunta la cámara del teléfono a este código, o escribe sus letras en la página del teléfono.",
    en: "Point the phone's camera at this code, or type its letters on the phone's page.",
  },
  qr: { es: "Código QR para emparejar", en: "QR code for pairing" },
  code: { es: "Código", en: "Code" },
  page: { es: "Página del teléfono", en: "The phone's page" },
  expiresIn: (time: string): Text => ({ es: `Caduca en ${time}`, en: `Expires in ${time}` }),
  codeOver: {
    es: "El código ha caducado. Pide otro.",
    en: "The code has expired. Get another one.",
  },
  another: { es: "Pedir otro código", en: "Get another code" },
  paired: (name: string): Text => ({ es: `Emparejado: ${name}`, en: `Paired: ${name}` }),
  member: { es: "recibe avisos de Relevo", en: "gets Relevo's own notices" },
  pairedAt: (when: string): Text => ({ es: `emparejado ${when}`, en: `paired ${when}` }),
  seen: { es: "Última conexión", en: "Last seen" },
  never: { es: "Aún no se ha conectado", en: "Not seen yet" },
  sent: { es: "Lo que recibe", en: "What it gets" },
  unpair: { es: "Desemparejar…", en: "Unpair…" },
  unpairAsk: {
    title: (name: string): Text => ({ es: `¿Desemparejar ${name}?`, en: `Unpair ${name}?` }),
    text: {
      es:
        "Deja de recibir notificaciones en este momento. Para volver hay que emparejarlo otra vez.",
      en: "It gets no notifications from this moment. To come back it has to be paired again.",
    },
    button: { es: "Desemparejar", en: "Unpair" },
  },
  unpairDone: { es: "Teléfono desemparejado", en: "Phone unpaired" },
};
