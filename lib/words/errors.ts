import type { Text } from "@/lib/words/language.ts";

/** The sentence of every machine code that the API answers with. */
export const errorWords = {
  bad_request: { es: "No se entiende la petición.", en: "The request cannot be understood." },
  bad_json: { es: "El cuerpo no es JSON válido.", en: "The body is not valid JSON." },
  company_required: {
    es: "Perteneces a varias empresas: indica cuál con company_id.",
    en: "You belong to several companies: say which one with company_id.",
  },
  unauthorized: {
    es: "La petición no lleva una credencial válida.",
    en: "There is no valid credential in the request.",
  },
  token_expired: {
    es: "Tu sesión ha terminado. Vuelve a entrar.",
    en: "Your session has ended. Sign in again.",
  },
  key_expired: {
    es: "Esta clave de API ha caducado. Pide otra a la empresa.",
    en: "This API key has expired. Ask the company for another one.",
  },
  insufficient_scope: {
    es: "Esta clave de API está limitada y no permite esto.",
    en: "This API key is limited and does not allow this.",
  },
  verify_token_wrong: {
    es: "El token de verificación no es el de esta aplicación.",
    en: "The verify token is not this app's.",
  },
  not_a_member: {
    es: "No perteneces a esta empresa.",
    en: "You are not a member of this company.",
  },
  no_membership: {
    es: "Aún no perteneces a ninguna empresa. Pide a un compañero que te añada.",
    en: "You do not belong to any company yet. Ask a colleague to add you.",
  },
  address_not_proved: {
    es:
      "Has entrado con un enlace de una empresa, y vale solo para ella. Para esto, entra con un " +
      "código por correo.",
    en:
      "You came in by a company's link, which is good for that company alone. For this, sign in " +
      "with a code by e-mail.",
  },
  cross_site: {
    es: "Esta petición viene de otro sitio y se ha rechazado.",
    en: "This request came from another site and was refused.",
  },
  not_found: { es: "Aquí no hay nada.", en: "There is nothing here." },
  method_not_allowed: {
    es: "Esta dirección no acepta ese método.",
    en: "This address does not accept that method.",
  },
  version_conflict: {
    es: "Alguien lo ha cambiado mientras tanto. No se ha cambiado nada; vuelve a " +
      "mirarlo.",
    en: "Somebody else changed this in the meantime. Nothing was changed; look again.",
  },
  duplicate: {
    es: "Ya hay uno igual. No se ha cambiado nada.",
    en: "There is one like it already. Nothing was changed.",
  },
  already_converted: {
    es: "Este contacto ya es cliente.",
    en: "This contact is a client already.",
  },
  has_sale: {
    es: "Tiene una venta activa. Cancela antes la venta.",
    en: "There is an active sale on it. Cancel the sale first.",
  },
  stage_in_use: {
    es: "Hay oportunidades en esta etapa. Indica adónde van.",
    en: "There are opportunities in this stage. Say where they go.",
  },
  in_use: {
    es: "Otros registros lo necesitan, así que se queda.",
    en: "Other records need this one, so it stays.",
  },
  last_member: {
    es: "Una empresa necesita al menos un empleado que haya entrado, y nadie más ha entrado aún.",
    en: "A company needs at least one employee who has come in, and nobody else has come in yet.",
  },
  tax_ids_differ: {
    es:
      "Tienen NIF distintos, así que pueden ser dos. No se ha combinado nada; confírmalo si son " +
      "el mismo.",
    en: "Their tax ids differ, so they may be two. Nothing was merged; confirm it if they are " +
      "the same.",
  },
  invitation_declined: {
    es: "Esta persona rechazó la invitación hace menos de 30 días. No se ha cambiado nada.",
    en: "This person declined the invitation less than 30 days ago. Nothing was changed.",
  },
  limit_reached: {
    es: "Se ha llegado al máximo. No se ha creado nada.",
    en: "The limit is reached. Nothing was made.",
  },
  already_answered: {
    es: "Esta notificación ya tiene otra respuesta.",
    en: "This notification already has another answer.",
  },
  invalid_transition: {
    es: "No se puede hacer en su estado actual.",
    en: "That cannot be done in its present state.",
  },
  conversation_moved: {
    es: "Hay un mensaje más nuevo que no habías visto. El tuyo no se ha enviado.",
    en: "There is a newer message that you had not seen. Yours was not sent.",
  },
  window_closed: {
    es: "Esta persona escribió hace demasiado: así ya no se le puede responder.",
    en: "This person wrote too long ago: they can no longer be answered this way.",
  },
  quote_changed: {
    es: "El presupuesto ha cambiado desde que se mostró. No se ha guardado ninguna respuesta.",
    en: "The quotation has changed since it was shown. No answer was saved.",
  },
  approval_needed: {
    es: "Este presupuesto necesita un visto bueno antes de enviarse.",
    en: "This quotation needs sign-off before it is sent.",
  },
  asked_by_you: {
    es: "Lo has pedido tú: tiene que decidir otra persona.",
    en: "You asked for it: somebody else has to decide.",
  },
  notification_expired: {
    es: "Esta notificación ha caducado y ya no se puede responder.",
    en: "This notification has expired and can no longer be answered.",
  },
  notification_closed: {
    es: "Esta notificación se sustituyó o se canceló y ya no se puede responder.",
    en: "This notification was replaced or cancelled and can no longer be answered.",
  },
  link_expired: {
    es: "Este código o enlace ya no vale.",
    en: "This code or link is no longer valid.",
  },
  too_large: { es: "El cuerpo es demasiado grande.", en: "The body is too large." },
  uri_too_long: { es: "La dirección es demasiado larga.", en: "The address is too long." },
  unsupported_media_type: {
    es: "Aquí no se acepta ese tipo de cuerpo.",
    en: "That kind of body is not accepted here.",
  },
  validation_failed: {
    es: "Hay campos que no son correctos. No se ha cambiado nada.",
    en: "Some fields are not right. Nothing was changed.",
  },
  invalid_range: {
    es: "El intervalo de días no es correcto: del primero al último, cinco años como " +
      "mucho.",
    en: "The range of days is not right: from the first to the last, five years at " +
      "most.",
  },
  push_off: {
    es: "Esta instalación no envía push. Los avisos llegan mientras la app está abierta.",
    en: "This installation sends no push. Notifications arrive while the app is open.",
  },
  idempotency_key_reused: {
    es: "Esta idempotencyKey ya se usó con otro cuerpo. No se ha enviado nada.",
    en: "This idempotencyKey was already used with a different body. Nothing was sent.",
  },
  callback_url_refused: {
    es: "No se pueden enviar respuestas a esta callbackUrl. No se ha enviado nada.",
    en: "Callbacks cannot be sent to this callbackUrl. Nothing was sent.",
  },
  host_refused: {
    es: "No se puede llamar a este servidor. No se ha cambiado nada.",
    en: "This server cannot be called. Nothing was changed.",
  },
  secrets_missing: {
    es: "Falta SECRETS_KEYS en la instalación, que los canales necesitan.",
    en: "The installation lacks SECRETS_KEYS, which channels need.",
  },
  oauth_missing: {
    es: "El servicio no está registrado con este proveedor.",
    en: "The service is not registered with this provider.",
  },
  oauth_refused: {
    es: "El proveedor no ha dado acceso al buzón. Empieza otra vez.",
    en: "The provider gave no access to the mailbox. Begin again.",
  },
  meta_refused: {
    es: "Meta no lo ha dado.",
    en: "Meta has not given it.",
  },
  address_refused: {
    es: "Una de las direcciones ha devuelto correo. Confirma que se envíe de todos modos.",
    en: "One of the addresses returned mail. Confirm that it is sent all the same.",
  },
  unknown_action: {
    es: "La notificación no tiene ese botón.",
    en: "The notification has no such button.",
  },
  reply_not_allowed: {
    es: "La notificación no admite respuesta de texto.",
    en: "The notification does not take a text reply.",
  },
  rate_limited: {
    es: "Demasiadas peticiones. Inténtalo dentro de un momento.",
    en: "Too many requests. Try again in a moment.",
  },
  internal: {
    es: "Algo ha fallado por nuestra parte. El identificador de la petición ayuda a " +
      "encontrarlo.",
    en: "Something went wrong on our side. The request id helps to find it.",
  },
  keys_unavailable: {
    es: "Ahora no se pueden comprobar los accesos. Inténtalo dentro de un momento.",
    en: "Sign-ins cannot be checked just now. Try again in a moment.",
  },
  database_unavailable: {
    es: "Ahora no se llega a la base de datos. No se ha cambiado nada; inténtalo en " +
      "un momento.",
    en: "The database cannot be reached just now. Nothing was changed; try again in " +
      "a moment.",
  },
};

/** Refuses a phone's token that would unpair another phone. */
export const anotherPhone: Text = {
  es: "Este token es de otro teléfono: solo puede desvincular el suyo.",
  en: "This token is another phone's: it can unpair its own alone.",
};

/** Refuses an address with too many wrong codes. Its time zone is unknown: UTC. */
export function wrongCodes(until: Date): Text {
  const minute = new Date(Math.ceil(until.getTime() / 60_000) * 60_000).toISOString().slice(11, 16);
  return {
    es:
      `Demasiados códigos equivocados desde esta dirección. Hasta las ${minute} UTC no se prueba ` +
      "ninguno.",
    en: `Too many wrong codes from this address. None is tried until ${minute} UTC.`,
  };
}
