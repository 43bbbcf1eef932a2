import type { Text } from "@/lib/words/language.ts";

/** Words of the quotations' list and of a quotation's page, but for its lines. */
export const quoteWords = {
  empty: {
    es: "Aún no hay presupuestos. Haz el primero para una oportunidad abierta.",
    en: "There are no quotations yet. Make the first one for an open opportunity.",
  },
  number: { es: "Número", en: "Number" },
  client: { es: "Cliente", en: "Client" },
  title: { es: "Título", en: "Title" },
  status: { es: "Estado", en: "Status" },
  validUntil: { es: "Válido hasta", en: "Valid until" },
  issueDate: { es: "Fecha", en: "Issue day" },
  net: { es: "Base", en: "Net" },
  gross: { es: "Total", en: "Gross" },
  assignee: { es: "Responsable", en: "Assignee" },
  age: { es: "Creado", en: "Created" },
  expired: { es: "Caducado", en: "Expired" },
  expiring: { es: "Caduca en una semana", en: "Expires within a week" },
  pageSum: { es: "Suma de la página", en: "Sum of this page" },
  opportunity: { es: "Oportunidad", en: "Opportunity" },
  opportunityHint: {
    es: "Escribe el título o el cliente de una oportunidad.",
    en: "Type the title or the client of an opportunity.",
  },
  language: { es: "Idioma", en: "Language" },
  intro: { es: "Introducción", en: "Introduction" },
  terms: { es: "Condiciones", en: "Terms" },
  internalNote: { es: "Nota interna", en: "Internal note" },
  internalHint: { es: "El cliente no la ve.", en: "The client does not see it." },
  texts: { es: "Condiciones y notas", en: "Terms and notes" },
  sale: { es: "Venta", en: "Sale" },
  notDraft: {
    sent: {
      es: "Está enviado: el cliente ve esto. Recupéralo para cambiarlo.",
      en: "It is sent: the client sees this. Recall it to change it.",
    },
    approved: {
      es: "Está aceptado y no se cambia. Confirma la venta o retira la aceptación.",
      en: "It is approved and does not change. Confirm the sale or revoke the approval.",
    },
    sold: {
      es: "Está vendido y no se cambia. Duplícalo para ofrecer algo parecido.",
      en: "It is sold and does not change. Duplicate it to offer something like it.",
    },
    rejected: {
      es: "Está rechazado. Reábrelo para cambiarlo y enviarlo otra vez.",
      en: "It was rejected. Reopen it to change it and send it again.",
    },
  },
  approvedBy: (name: string): Text => ({ es: `Lo aceptó ${name}.`, en: `${name} approved it.` }),
  rejectedBecause: (reason: string): Text => ({ es: `Motivo: ${reason}`, en: `Reason: ${reason}` }),
  document: { es: "Lo que ve el cliente", en: "What the client sees" },
};
