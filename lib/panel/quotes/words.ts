import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of the quotations' list and of a quotation's page, but for its lines. */
export const quoteWords = {
  empty: {
    es: "Aún no hay presupuestos. Haz el primero para una oportunidad abierta.",
    en: "There are no quotations yet. Make the first one for an open opportunity.",
  },
  expired: fieldWords.expired,
  expiring: { es: "Caduca en una semana", en: "Expires within a week" },
  opportunity: fieldWords.opportunity,
  texts: { es: "Condiciones y notas", en: "Terms and notes" },
  sale: fieldWords.sale,
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
