import { fieldWords } from "@/lib/words/field_words.ts";
import type { Spoken } from "@/lib/words/language.ts";

/** Words of a quotation for its client, on paper and on its page, in its own language. */
export const quotationWords = {
  kind: fieldWords.quote,
  notInvoice: {
    es: "Presupuesto: no es una factura",
    en: "Quotation: not an invoice",
  },
  draft: fieldWords.draft,
  revision: (revision: number) => ({ es: `Revisión ${revision}`, en: `Revision ${revision}` }),
  client: fieldWords.client,
  seller: { es: "Emisor", en: "From" },
  issued: { es: "Fecha", en: "Date" },
  validUntil: { es: "Válido hasta", en: "Valid until" },
  taxId: { es: "NIF", en: "Tax ID" },
  line: { es: "Concepto", en: "Description" },
  quantity: fieldWords.quantity,
  unitPrice: fieldWords.price,
  discount: { es: "Dto.", en: "Disc." },
  tax: { es: "IVA", en: "VAT" },
  amount: fieldWords.amount,
  lessDiscount: (percent: string) => ({ es: `${percent} de descuento`, en: `${percent} discount` }),
  net: fieldWords.net,
  taxOf: (label: string, rate: string, base: string) => ({
    es: `${label} ${rate} sobre ${base}`,
    en: `${label} ${rate} on ${base}`,
  }),
  total: fieldWords.total,
  terms: fieldWords.terms,
  page: (page: number, pages: number) => ({
    es: `Página ${page} de ${pages}`,
    en: `Page ${page} of ${pages}`,
  }),
  pdf: { es: "Descargar PDF", en: "Download PDF" },
  /** Label beside the total. */
  taxIncluded: (label: string) => ({ es: `${label} incl.`, en: `incl. ${label}` }),
  answer: {
    heading: { es: "Tu respuesta", en: "Your answer" },
    name: { es: "Nombre y apellidos", en: "Full name" },
    nameHint: {
      es: "De quien acepta el presupuesto.",
      en: "Of the person who accepts the quotation.",
    },
    begin: { es: "Aceptar…", en: "Accept…" },
    accept: { es: "Aceptar presupuesto", en: "Accept quotation" },
    other: { es: "Otra cosa…", en: "Something else…" },
    decline: { es: "Prefiero rechazarlo", en: "I would rather decline it" },
    reason: fieldWords.reason,
    reasonHint: (company: string) => ({
      es: `Lo leerá ${company}.`,
      en: `${company} will read it.`,
    }),
    reject: { es: "Rechazar presupuesto", en: "Decline quotation" },
  },
  questions: {
    heading: { es: "Preguntas y respuestas", en: "Questions and answers" },
    you: { es: "Tú", en: "You" },
    declined: { es: "Lo rechazaste", en: "You declined it" },
    ask: { es: "Hacer una pregunta", en: "Ask a question" },
    question: { es: "Tu pregunta", en: "Your question" },
    questionHint: (company: string) => ({
      es: `La lee ${company} y te responde en esta página.`,
      en: `${company} reads it and answers on this page.`,
    }),
    send: { es: "Enviar pregunta", en: "Send question" },
    waiting: (company: string) => ({
      es: `${company} aún no ha respondido.`,
      en: `${company} has not answered yet.`,
    }),
  },
  states: {
    sent: (until: string) => ({
      es: `Puedes aceptarlo hasta el ${until}.`,
      en: `You can accept it until ${until}.`,
    }),
    expired: (on: string, company: string) => ({
      es: `Este presupuesto caducó el ${on}. Pide uno nuevo a ${company}.`,
      en: `This quotation expired on ${on}. Ask ${company} for a new one.`,
    }),
    approved: (who: string | null, when: string) => ({
      es: who ? `Aceptado por ${who} el ${when}.` : `Aceptado el ${when}.`,
      en: who ? `Accepted by ${who} on ${when}.` : `Accepted on ${when}.`,
    }),
    approvedNext: (company: string) => ({
      es: `${company} ya lo sabe y se pondrá en contacto contigo.`,
      en: `${company} knows, and will be in touch with you.`,
    }),
    sold: (company: string) => ({
      es: `${company} lo ha confirmado y está en marcha.`,
      en: `${company} has confirmed it, and it is under way.`,
    }),
    rejected: (when: string) => ({ es: `Rechazado el ${when}.`, en: `Declined on ${when}.` }),
    rejectedNext: (company: string) => ({
      es: `${company} ya lo sabe. Si cambias de idea, habla con quien te lo envió.`,
      en: `${company} knows. If you change your mind, talk to the person who sent it.`,
    }),
    withdrawn: {
      es: "Este presupuesto se ha retirado",
      en: "This quotation has been withdrawn",
    },
    withdrawnNext: (company: string) => ({
      es: `Ya no se puede aceptar. Si aún te interesa, habla con ${company}.`,
      en: `It can no longer be accepted. If you are still interested, talk to ${company}.`,
    }),
    draft: { es: "Este presupuesto se está revisando", en: "This quotation is being revised" },
    draftNext: (company: string) => ({
      es:
        `${company} está preparando una nueva versión. Cuando te la envíe, la verás en este mismo ` +
        `enlace.`,
      en:
        `${company} is preparing a new version. Once it is sent, you will see it at this same link.`,
    }),
  },
  changes: {
    added: (name: string, figures: string) => ({
      es: `Nueva línea: ${name}, ${figures}`,
      en: `New line: ${name}, ${figures}`,
    }),
    removed: (name: string, figures: string) => ({
      es: `Línea quitada: ${name}, ${figures}`,
      en: `Line removed: ${name}, ${figures}`,
    }),
    changed: (name: string, before: string, after: string) => ({
      es: `${name}: antes ${before}, ahora ${after}`,
      en: `${name}: was ${before}, now ${after}`,
    }),
    reworded: (name: string) => ({
      es: `${name}: ha cambiado su descripción`,
      en: `${name}: its description has changed`,
    }),
    title: { es: "Ha cambiado el título", en: "The title has changed" },
    intro: { es: "Ha cambiado la introducción", en: "The introduction has changed" },
    terms: { es: "Han cambiado las condiciones", en: "The terms have changed" },
    total: (before: string, after: string) => ({
      es: `Total: antes ${before}, ahora ${after}`,
      en: `Total: was ${before}, now ${after}`,
    }),
  },
  refused: {
    quote_changed: {
      es: "El presupuesto ha cambiado desde que lo abriste: este es el actual. Tu respuesta no " +
        "se ha guardado.",
      en: "The quotation has changed since you opened it: this is the current one. Your answer " +
        "was not saved.",
    },
    invalid_transition: {
      es: "El presupuesto ha cambiado mientras lo leías: esto es lo que dice ahora. Tu " +
        "respuesta no se ha guardado.",
      en: "The quotation has changed while you were reading: this is what it says now. " +
        "Your answer was not saved.",
    },
    link_expired: {
      es: "El presupuesto ya no admite respuesta. La tuya no se ha guardado.",
      en: "The quotation takes no more answers. Yours was not saved.",
    },
    limit_reached: {
      es: "Ya hay varias preguntas sin responder. La última no se ha enviado.",
      en: "Several questions wait for an answer already. The last one was not sent.",
    },
    validation_failed: {
      es: "Tu respuesta no se ha guardado. Revisa lo que está marcado.",
      en: "Your answer was not saved. Look at what is marked.",
    },
    other: {
      es: "Tu respuesta no se ha podido leer y no se ha guardado. Vuelve a escribirla.",
      en: "Your answer could not be read and was not saved. Write it again.",
    },
  },
};

export type QuotationWords = Spoken<typeof quotationWords>;
