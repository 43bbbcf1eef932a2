/** Words of mail servers, in small letters, as they stand in reports that only people can read. */

export const senders = [
  ...["mailer-daemon", "mailerdaemon", "mail-daemon", "postmaster", "mdaemon", "mail deliver"],
  ...["mail system", "mailsystem", "mail administrator", "delivery subsystem", "post_master@"],
  ...["microsoft exchange", "system administrator", "internet mail delivery"],
];

export const subjects = [
  ...["failure notice", "undeliver", "nondeliver", "non deliver", "non-deliver", "returned mail"],
  ...["returned to", "mail could not be delivered", "message could not be delivered"],
  ...["mail delivery", "mail failure", "mail failed", "mail system error", "mail undeliver"],
  ...["delivery status", "delivery fail", "delivery notification", "delivery report"],
  ...["delivery error", "delivery has failed", "delivery problem", "delivery delayed"],
  ...["delivery unsuccessful", "message delivery", "message undeliver", "message not delivered"],
  ...["message status", "failed delivery", "failure delivery", "failed mail", "permanent delivery"],
  ...["there was an error sending your mail", "warning: could not send", "warning: message"],
  ...["unable to deliver", "could not deliver", "user unknown", "rejected:", "email delivery"],
  ...[
    "notification d'état",
    "non remis",
    "échec de la remise",
    "unzustellbar",
    "mail konnte nicht",
  ],
  ...["no se puede entregar", "no se ha podido entregar", "no se pudo entregar", "no entregado"],
  ...["correo devuelto", "mensaje devuelto", "mensaje no entregado", "correo no entregado"],
  ...["error de entrega", "fallo en la entrega", "notificación de estado de entrega"],
  ...["aviso de entrega", "impossibile recapitare", "mancata consegna", "não entregue"],
];

/** The server goes on trying. */
export const delays = [
  ...["delayed", "not yet been delivered", "not been delivered yet", "still being retried"],
  ...["will be retried", "will keep trying", "will continue", "will try again", "will retry"],
  ...["continue to try", "keep trying", "no action is required", "not need to resend"],
  ...["warning message only", "only a warning", "temporarily deferred", "message deferred"],
  ...["se seguirá intentando", "seguiremos intentando", "se volverá a intentar", "retrasad"],
  ...["wird weiterhin versucht", "verzögert", "sera retenté", "retardé", "in ritardo"],
];

export const ends = [
  ...["permanent fatal", "permanent error", "permanent failure", "permanently", "gave up"],
  ...["giving up", "given up", "not going to try again", "permanente", "endgültig"],
];

/** The server has tried for as long as it does. */
export const expiries = [
  ...["too long", "timeout exceeded", "message expired", "queue.expired", "has expired"],
  ...["long failure period", "failing for a long time", "not delivered within", "gave up after"],
  ...["tiempo máximo", "delivery time expired", "maximum delivery attempts", "was aborted after"],
  ...["attempt(s) to deliver over"],
];

export const fullnesses = [
  ...["mailbox full", "mailbox is full", "mailbox for user is full", "inbox is full"],
  ...["over quota", "overquota", "quota exceeded", "exceeded quota", "exceeds quota"],
  ...["exceeds allowed size", "exceeded the local limit", "exceeded storage", "storage full"],
  ...["folder is full", "full mailbox", "exceeding their quota"],
  ...["insufficient storage", "buzón lleno", "buzón está lleno", "postfach ist voll"],
];

export const refusals = [
  ...["unknown user", "user unknown", "no such user", "no such recipient", "no such address"],
  ...["not exist", "n't exist", "n't have a", "unknown recipient", "recipient unknown"],
  ...["unknown address", "address unknown", "not recognized", "not recognised", "not listed in"],
  ...["no mailbox", "no existe", "not found", "invalid", "address rejected", "does not like"],
  ...["unknown host", "host unknown", "unknown domain", "find any host", "unrouteable"],
  ...["unroutable", "disabled", "not be delivered", "not be sent", "be delivered because"],
  ...["n't be delivered", "not delivered", "n't delivered", "cannot be deliver", "undeliverable"],
  ...["unable to deliver", "unable to relay", "delivery failed", "failed permanently"],
  ...["delivery to the following", "delivery errors", "delivery problems", "permanent fatal"],
  ...["failed addresses", "did not reach", "not reach the", "has failed", "rejected", "failed:"],
  ...["no pudo ser entregado", "pudo entregar", "podido entregar", "puede entregar"],
  ...["destinatario desconocido", "usuario desconocido", "nicht zugestellt", "unbekannt"],
  ...["not able to deliver", "n't able to deliver", "has not been delivered", "no longer valid"],
  ...["has been returned because"],
  ...["hop count", "too many hops", "mail loop", "routing loop", "forwarding loop"],
  ...["n'a pas pu", "inconnu", "non è stato", "não foi", "送信できませんでした", "配信できません"],
];

/** A report lists the recipients who got the mail below one of these. */
export const arrivals = ["successful delivery", "successfully delivered", "were delivered to"];

export function has(text: string, phrases: readonly string[]): boolean {
  return phrases.some((phrase) => text.includes(phrase));
}
