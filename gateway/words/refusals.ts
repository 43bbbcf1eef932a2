import type { RefusalCode } from "@/gateway/auth/refusal.ts";
import type { Text } from "@/lib/words/language.ts";

/** Sentence for each refusal, with advice. */
export const refusalWords: Record<RefusalCode, Text> = {
  app_unavailable: {
    es: "Relevo no responde ahora mismo. Inténtalo de nuevo dentro de unos segundos.",
    en: "Relevo does not answer right now. Try again in a few seconds.",
  },
  bad_request: {
    es: "Esta petición no se puede leer. Vuelve atrás y repítela.",
    en: "This request cannot be read. Go back and try once more.",
  },
  code_wrong: {
    es:
      "El código no es correcto, ya no vale o se pidió en otro navegador. Compruébalo, o pide otro.",
    en: "The code is wrong, no longer good, or of another browser. Check it, or ask for another.",
  },
  cross_site: {
    es: "La petición viene de otro sitio, así que no se ha hecho nada. Hazla desde aquí.",
    en: "The request comes from another site, so nothing was done. Make it from here.",
  },
  database_unavailable: {
    es: "La puerta de Relevo no puede leer sus datos. Inténtalo de nuevo dentro de unos segundos.",
    en: "Relevo's door cannot read its data. Try again in a few seconds.",
  },
  has_passkey: {
    es: "Esta dirección ya tiene cómo entrar, y un enlace no añade otra llave. Entra con la tuya.",
    en: "This address has a way in already, and a link adds no other key. Sign in with yours.",
  },
  internal: {
    es: "Algo ha fallado en la puerta de Relevo. Inténtalo de nuevo.",
    en: "Something failed at Relevo's door. Try again.",
  },
  last_passkey: {
    es: "Es tu única llave, y sin ella no podrías volver a entrar. Añade antes otra.",
    en: "This is your only passkey, and without it you could not come back. Add another first.",
  },
  link_ended: {
    es: "Este enlace ya se ha usado o ha caducado. Pide otro a quien te invitó.",
    en: "This link has been used, or has expired. Ask whoever invited you for another.",
  },
  method_not_allowed: {
    es: "Esta dirección no admite este método.",
    en: "This address does not take this method.",
  },
  not_a_member: {
    es: "Tu dirección ya no está en ninguna empresa que se abra así. Habla con la tuya.",
    en: "Your address is in no company that this opens any more. Ask yours.",
  },
  not_found: {
    es: "No hay nada en esta dirección.",
    en: "There is nothing at this address.",
  },
  other_address: {
    es: "Esta llave es de otra dirección. Usa la de la dirección que dice esta página.",
    en: "This passkey is of another address. Use one of the address that this page names.",
  },
  passkey_failed: {
    es: "La llave no se ha podido comprobar. Inténtalo de nuevo.",
    en: "The passkey could not be checked. Try again.",
  },
  passkey_unknown: {
    es: "Aquí no se conoce esta llave: quizá la quitaste. Usa otra, o un código si lo tienes.",
    en: "This passkey is not known here: it may have been removed. Use another, or a code.",
  },
  sign_in_again: {
    es: "Para cambiar tus llaves hace falta haber entrado hace poco. Entra otra vez.",
    en: "To change your passkeys you must have signed in a short while ago. Sign in again.",
  },
  too_large: {
    es: "El formulario es más largo que cualquiera de estas páginas.",
    en: "The form is longer than any of these pages sends.",
  },
  too_many: {
    es: "Demasiados intentos seguidos. Espera un rato y vuelve a probar.",
    en: "Too many tries in a row. Wait a while and try again.",
  },
  unauthorized: {
    es: "No has entrado. Entra en /.gateway/login y vuelve a intentarlo.",
    en: "You are not signed in. Sign in at /.gateway/login, and try again.",
  },
  upgrade_refused: {
    es: "Esta puerta solo habla HTTP/1.1 y no cambia de protocolo.",
    en: "This door speaks HTTP/1.1 only and changes to no other protocol.",
  },
  user_not_verified: {
    es: "El dispositivo no ha comprobado que eres tú. Usa la huella, la cara o su PIN.",
    en: "The device has not checked that it is you. Use your finger, your face or its PIN.",
  },
};

export const refusalTitles = {
  unavailable: { es: "Un momento", en: "One moment" },
  notFound: { es: "Esa página no existe", en: "No such page" },
  refused: { es: "No se ha podido", en: "That was refused" },
  signIn: { es: "Entrar", en: "Sign in" },
};
