import type { Language } from "@/lib/input/errors.ts";

/** What a quotation says to its client, on paper and on its page, in its own language. */

const es = {
  kind: "Presupuesto",
  notInvoice: "Presupuesto: no es una factura",
  draft: "Borrador",
  revision: (revision: number) => `Revisión ${revision}`,
  client: "Cliente",
  seller: "Emisor",
  issued: "Fecha",
  validUntil: "Válido hasta",
  taxId: "NIF",
  line: "Concepto",
  quantity: "Cantidad",
  unitPrice: "Precio",
  discount: "Dto.",
  tax: "IVA",
  amount: "Importe",
  lessDiscount: (percent: string) => `${percent} de descuento`,
  net: "Base imponible",
  taxOf: (label: string, rate: string, base: string) => `${label} ${rate} sobre ${base}`,
  total: "Total",
  terms: "Condiciones",
  page: (page: number, pages: number) => `Página ${page} de ${pages}`,
  pdf: "Descargar PDF",
  toAnswer: "Responder",
  answer: {
    heading: "Tu respuesta",
    name: "Nombre y apellidos",
    nameHint: "De quien acepta el presupuesto.",
    accept: "Aceptar presupuesto",
    decline: "Prefiero rechazarlo",
    reason: "Motivo",
    reasonHint: (company: string) => `Lo leerá ${company}.`,
    reject: "Rechazar presupuesto",
  },
  states: {
    sent: (until: string) => `Puedes aceptarlo hasta el ${until}.`,
    expired: (on: string, company: string) =>
      `Este presupuesto caducó el ${on}. Pide uno nuevo a ${company}.`,
    approved: (who: string | null, when: string) =>
      who ? `Aceptado por ${who} el ${when}.` : `Aceptado el ${when}.`,
    approvedNext: (company: string) => `${company} ya lo sabe y se pondrá en contacto contigo.`,
    sold: (company: string) => `${company} lo ha confirmado y está en marcha.`,
    rejected: (when: string) => `Rechazado el ${when}.`,
    rejectedNext: (company: string) =>
      `${company} ya lo sabe. Si cambias de idea, habla con quien te lo envió.`,
    draft: "Este presupuesto se está revisando",
    draftNext: (company: string) =>
      `${company} está preparando una nueva versión. Cuando te la envíe, la verás en este mismo ` +
      `enlace.`,
  },
  refused: {
    invalid_transition:
      "El presupuesto ha cambiado mientras lo leías: esto es lo que dice ahora. " +
      "Tu respuesta no se ha guardado.",
    link_expired: "El presupuesto ha caducado. Tu respuesta no se ha guardado.",
    validation_failed: "Tu respuesta no se ha guardado. Revisa lo que está marcado.",
    other: "Tu respuesta no se ha podido leer y no se ha guardado. Vuelve a escribirla.",
  },
};

const en: typeof es = {
  kind: "Quotation",
  notInvoice: "Quotation: not an invoice",
  draft: "Draft",
  revision: (revision) => `Revision ${revision}`,
  client: "Client",
  seller: "From",
  issued: "Date",
  validUntil: "Valid until",
  taxId: "Tax ID",
  line: "Description",
  quantity: "Quantity",
  unitPrice: "Price",
  discount: "Disc.",
  tax: "VAT",
  amount: "Amount",
  lessDiscount: (percent) => `${percent} discount`,
  net: "Net total",
  taxOf: (label, rate, base) => `${label} ${rate} on ${base}`,
  total: "Total",
  terms: "Terms",
  page: (page, pages) => `Page ${page} of ${pages}`,
  pdf: "Download PDF",
  toAnswer: "Answer",
  answer: {
    heading: "Your answer",
    name: "Full name",
    nameHint: "Of whoever accepts the quotation.",
    accept: "Accept quotation",
    decline: "I would rather decline it",
    reason: "Reason",
    reasonHint: (company) => `${company} will read it.`,
    reject: "Decline quotation",
  },
  states: {
    sent: (until) => `You can accept it until ${until}.`,
    expired: (on, company) => `This quotation expired on ${on}. Ask ${company} for a new one.`,
    approved: (who, when) => who ? `Accepted by ${who} on ${when}.` : `Accepted on ${when}.`,
    approvedNext: (company) => `${company} knows, and will be in touch with you.`,
    sold: (company) => `${company} has confirmed it, and it is under way.`,
    rejected: (when) => `Declined on ${when}.`,
    rejectedNext: (company) =>
      `${company} knows. If you change your mind, talk to whoever sent it to you.`,
    draft: "This quotation is being revised",
    draftNext: (company) =>
      `${company} is preparing a new version. Once it is sent, you will see it at this same link.`,
  },
  refused: {
    invalid_transition: "The quotation has changed while you were reading: this is what it says " +
      "now. Your answer was not saved.",
    link_expired: "The quotation has expired. Your answer was not saved.",
    validation_failed: "Your answer was not saved. Look at what is marked.",
    other: "Your answer could not be read and was not saved. Write it again.",
  },
};

export type QuotationWords = typeof es;

/** A quotation's words in its language. */
export function quotationWords(language: Language): QuotationWords {
  return language === "es" ? es : en;
}

const errors = {
  es: {
    not_found: {
      title: "Este enlace no lleva a ningún presupuesto",
      text: "Comprueba que lo has copiado entero, o pide otro a quien te lo envió.",
    },
    link_expired: {
      title: "Este enlace ya no vale",
      text: "Ha caducado o se ha sustituido por otro. Pide uno nuevo a quien te lo envió.",
    },
    invalid_transition: {
      title: "Este presupuesto se está revisando",
      text:
        "Por eso ahora no se puede abrir. Cuando te envíen la nueva versión, estará aquí mismo.",
    },
    too_large: {
      title: "Este presupuesto es demasiado largo para un PDF",
      text: "Ábrelo por su enlace: ahí está entero, y se puede imprimir desde el navegador.",
    },
    rate_limited: {
      title: "Demasiadas visitas seguidas",
      text: "Espera un momento y vuelve a abrir el enlace. No se ha perdido nada.",
    },
    internal: {
      title: "Algo ha fallado por nuestra parte",
      text:
        "No se ha cambiado nada. Vuelve a intentarlo; si se repite, díselo a quien te lo envió.",
    },
  },
  en: {
    not_found: {
      title: "This link leads to no quotation",
      text: "Check that you copied all of it, or ask whoever sent it to you for another.",
    },
    link_expired: {
      title: "This link no longer works",
      text: "It has expired or was replaced. Ask whoever sent it to you for a new one.",
    },
    invalid_transition: {
      title: "This quotation is being revised",
      text: "So it cannot be opened just now. Once the new version is sent, it will be right here.",
    },
    too_large: {
      title: "This quotation is too long for a PDF",
      text: "Open it by its link: all of it is there, and the browser can print it.",
    },
    rate_limited: {
      title: "Too many visits at once",
      text: "Wait a moment and open the link again. Nothing is lost.",
    },
    internal: {
      title: "Something went wrong on our side",
      text: "Nothing was changed. Try again; if it keeps happening, tell whoever sent it to you.",
    },
  },
};

/** What pages say of errors to those who came by a quotation's link. */
export function linkErrors(language: Language) {
  return errors[language];
}
