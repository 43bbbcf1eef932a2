import type { MetaOutcome } from "@/lib/channels/meta/failure_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Steps of connecting an account, what may be wrong in each, and what to do. */
export const lookStepWords = {
  token: { es: "Token de acceso", en: "Access token" },
  id: { es: "Cuenta en Meta", en: "Account at Meta" },
  subscription: { es: "Suscripción a los mensajes", en: "Subscription to messages" },
  number: { es: "Estado del número", en: "The number's state" },
  templates: { es: "Plantillas", en: "Templates" },
};

export type LookStep = keyof typeof lookStepWords;

const again: Text = {
  es: "Prueba de nuevo dentro de unos minutos.",
  en: "Try again in a few minutes.",
};
const newToken: Text = {
  es: "Crea otro token en Meta, con los mismos permisos, y guárdalo en la cuenta.",
  en: "Make another token at Meta, with the same permissions, and store it in the account.",
};

export const lookAdviceWords: Record<MetaOutcome | "secret", Text> = {
  secret: {
    es: "Guarda el token de nuevo, o devuelve la clave antigua a SECRETS_KEYS.",
    en: "Store the token again, or put the old key back in SECRETS_KEYS.",
  },
  meta_app: {
    es: "Pide que se comparta de nuevo, o elige otra aplicación y guarda un token suyo.",
    en: "Ask for it to be shared again, or choose another app and store a token of its.",
  },
  meta_app_secret: {
    es: "Copia la clave secreta de la configuración básica de la aplicación en Meta.",
    en: "Copy the app secret from the app's basic settings at Meta.",
  },
  meta_app_token: {
    es: "Crea un token de un usuario del sistema, o de la página o cuenta.",
    en: "Make a token of a system user, or of the page or account.",
  },
  meta_token: newToken,
  meta_token_ended: {
    es: "Crea otro token en Meta; el de un usuario del sistema puede no caducar.",
    en: "Make another token at Meta; one of a system user may have no end.",
  },
  meta_other_app: {
    es: "Crea el token con la misma aplicación que se eligió aquí.",
    en: "Make the token with the same app that was chosen here.",
  },
  meta_scopes: {
    es: "Crea otro token y marca también esos permisos.",
    en: "Make another token, and choose these permissions too.",
  },
  meta_permission: {
    es: "Revisa en Meta los permisos del token y el acceso de quien lo dio a la cuenta.",
    en: "Check the token's permissions at Meta, and that whoever gave it may use the account.",
  },
  meta_id: {
    es: "Comprueba los identificadores, y que la cuenta esté asignada al usuario del token.",
    en: "Check the ids, and that the account is assigned to the token's user.",
  },
  meta_page_token: {
    es: "Asigna la página a ese usuario en Meta, con permiso para mensajes, y crea otro token.",
    en: "Assign the page to that user at Meta, with the right to message, and make another token.",
  },
  meta_page_instagram: {
    es: "Vincula la cuenta de Instagram a la página en los ajustes de la página.",
    en: "Link the Instagram account to the page in the page's settings.",
  },
  meta_number: {
    es: "Mira el número en el administrador de WhatsApp de Meta: puede faltar verificarlo o " +
      "registrarlo, o estar bloqueado.",
    en: "Look at the number in Meta's WhatsApp manager: it may have to be verified or " +
      "registered, or be blocked.",
  },
  meta_pace: again,
  meta_theirs: again,
  meta_odd: again,
  meta_error: {
    es: "Comprueba los identificadores y los permisos en Meta.",
    en: "Check the ids and permissions at Meta.",
  },
};

export const lookNoteWords = {
  unreached: {
    es: "Comprueba que este servidor llega a Internet y prueba de nuevo.",
    en: "Check that this server reaches the internet, and try again.",
  },
  review: {
    es: "Lo que ninguna llamada dice: solo se oye a personas sin función en la aplicación cuando " +
      "está publicada y Meta la ha revisado.",
    en: "What no call can tell: people without a role in the app are heard only once it is live " +
      "and Meta has reviewed it.",
  },
};
