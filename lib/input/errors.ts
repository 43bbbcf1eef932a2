/** Languages that an error can be said in. */
export type Language = "en" | "es";

interface Entry {
  status: number;
  en: string;
  es: string;
}

/** Every machine code the API answers with, once: its status and its sentence. */
export const catalogue = {
  bad_request: {
    status: 400,
    en: "The request cannot be understood.",
    es: "No se entiende la petición.",
  },
  bad_json: {
    status: 400,
    en: "The body is not valid JSON.",
    es: "El cuerpo no es JSON válido.",
  },
  company_required: {
    status: 400,
    en: "You belong to several companies: say which one with company_id.",
    es: "Perteneces a varias empresas: indica cuál con company_id.",
  },
  unauthorized: {
    status: 401,
    en: "There is no valid credential in the request.",
    es: "La petición no lleva una credencial válida.",
  },
  token_expired: {
    status: 401,
    en: "Your session has ended. Sign in again.",
    es: "Tu sesión ha terminado. Vuelve a entrar.",
  },
  not_a_member: {
    status: 403,
    en: "You are not a member of this company.",
    es: "No perteneces a esta empresa.",
  },
  no_membership: {
    status: 403,
    en: "You do not belong to any company yet. Ask a colleague to add you.",
    es: "Aún no perteneces a ninguna empresa. Pide a un compañero que te añada.",
  },
  cross_site: {
    status: 403,
    en: "This request came from another site and was refused.",
    es: "Esta petición viene de otro sitio y se ha rechazado.",
  },
  not_found: { status: 404, en: "There is nothing here.", es: "Aquí no hay nada." },
  method_not_allowed: {
    status: 405,
    en: "This address does not accept that method.",
    es: "Esta dirección no acepta ese método.",
  },
  version_conflict: {
    status: 409,
    en: "Somebody else changed this in the meantime. Nothing was changed; look again.",
    es: "Alguien lo ha cambiado mientras tanto. No se ha cambiado nada; vuelve a mirarlo.",
  },
  duplicate: {
    status: 409,
    en: "There is one like it already. Nothing was changed.",
    es: "Ya hay uno igual. No se ha cambiado nada.",
  },
  already_converted: {
    status: 409,
    en: "This contact is a client already.",
    es: "Este contacto ya es cliente.",
  },
  has_sale: {
    status: 409,
    en: "There is an active sale on it. Cancel the sale first.",
    es: "Tiene una venta activa. Cancela antes la venta.",
  },
  stage_in_use: {
    status: 409,
    en: "There are opportunities in this stage. Say where they go.",
    es: "Hay oportunidades en esta etapa. Indica adónde van.",
  },
  in_use: {
    status: 409,
    en: "Other records need this one, so it stays.",
    es: "Otros registros lo necesitan, así que se queda.",
  },
  last_member: {
    status: 409,
    en: "A company needs at least one employee.",
    es: "Una empresa necesita al menos un empleado.",
  },
  already_answered: {
    status: 409,
    en: "This notification already has another answer.",
    es: "Esta notificación ya tiene otra respuesta.",
  },
  invalid_transition: {
    status: 409,
    en: "That cannot be done in its present state.",
    es: "No se puede hacer en su estado actual.",
  },
  notification_expired: {
    status: 410,
    en: "This notification has expired and can no longer be answered.",
    es: "Esta notificación ha caducado y ya no se puede responder.",
  },
  notification_closed: {
    status: 410,
    en: "This notification was replaced or cancelled and can no longer be answered.",
    es: "Esta notificación se sustituyó o se canceló y ya no se puede responder.",
  },
  link_expired: {
    status: 410,
    en: "This code or link is no longer valid.",
    es: "Este código o enlace ya no vale.",
  },
  too_large: {
    status: 413,
    en: "The body is too large.",
    es: "El cuerpo es demasiado grande.",
  },
  unsupported_media_type: {
    status: 415,
    en: "That kind of body is not accepted here.",
    es: "Aquí no se acepta ese tipo de cuerpo.",
  },
  validation_failed: {
    status: 422,
    en: "Some fields are not right. Nothing was changed.",
    es: "Hay campos que no son correctos. No se ha cambiado nada.",
  },
  invalid_range: {
    status: 422,
    en: "The range of days is not right: from the first to the last, five years at most.",
    es: "El intervalo de días no es correcto: del primero al último, cinco años como mucho.",
  },
  idempotency_key_reused: {
    status: 422,
    en: "This idempotencyKey was already used with a different body. Nothing was sent.",
    es: "Esta idempotencyKey ya se usó con otro cuerpo. No se ha enviado nada.",
  },
  callback_url_refused: {
    status: 422,
    en: "Callbacks cannot be sent to this callbackUrl. Nothing was sent.",
    es: "No se pueden enviar respuestas a esta callbackUrl. No se ha enviado nada.",
  },
  unknown_action: {
    status: 422,
    en: "The notification has no such button.",
    es: "La notificación no tiene ese botón.",
  },
  reply_not_allowed: {
    status: 422,
    en: "The notification does not take a text reply.",
    es: "La notificación no admite respuesta de texto.",
  },
  rate_limited: {
    status: 429,
    en: "Too many requests. Try again in a moment.",
    es: "Demasiadas peticiones. Inténtalo dentro de un momento.",
  },
  internal: {
    status: 500,
    en: "Something went wrong on our side. The request id helps to find it.",
    es: "Algo ha fallado por nuestra parte. El identificador de la petición ayuda a encontrarlo.",
  },
  keys_unavailable: {
    status: 503,
    en: "Sign-ins cannot be checked just now. Try again in a moment.",
    es: "Ahora no se pueden comprobar los accesos. Inténtalo dentro de un momento.",
  },
  database_unavailable: {
    status: 503,
    en: "The database cannot be reached just now. Nothing was changed; try again in a moment.",
    es: "Ahora no se llega a la base de datos. No se ha cambiado nada; inténtalo en un momento.",
  },
} satisfies Record<string, Entry>;

export type Code = keyof typeof catalogue;

interface ProblemExtras {
  /** Path of each wrong field → what is wrong with it (see `say` for two languages). */
  fields?: Record<string, string>;
  details?: Record<string, unknown>;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** An error that a caller caused or should know of; thrown by name, answered in one place. */
export class Problem extends Error {
  override name = "Problem";
  constructor(readonly code: Code, readonly extras: ProblemExtras = {}) {
    super(code, { cause: extras.cause });
  }
  get status(): number {
    return catalogue[this.code].status;
  }
}

/** Makes the error to throw: `throw problem("not_found")`. */
export function problem(code: Code, extras?: ProblemExtras): Problem {
  return new Problem(code, extras);
}

const separator = "\u001f";

/** One message in both languages, for places that do not know the caller (zod's own messages do). */
export function say(en: string, es: string): string {
  return `${en}${separator}${es}`;
}

/** The half of a `say` message that the language asks for; any other text as it is. */
export function inLanguage(message: string, language: Language): string {
  const [en, es] = message.split(separator);
  return (language === "es" ? es ?? en : en) ?? "";
}

/** The first of our languages that `Accept-Language` (RFC 9110, 12.5.4) prefers; English if none. */
export function preferredLanguage(header: string | null): Language {
  const wanted = (header ?? "").split(",").map((part) => {
    const [tag = "", ...params] = part.trim().toLowerCase().split(";");
    const q = params.map((p) => p.trim()).find((p) => p.startsWith("q="))?.slice(2);
    return { language: tag.trim().split("-")[0], weight: q === undefined ? 1 : Number(q) || 0 };
  });
  const best = wanted
    .filter(({ language, weight }) => weight > 0 && (language === "es" || language === "en"))
    .sort((a, b) => b.weight - a.weight)[0];
  return (best?.language as Language | undefined) ?? "en";
}
