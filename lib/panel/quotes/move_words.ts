import { fieldWords } from "@/lib/words/field_words.ts";

/** Words of a quotation's moves: buttons, and why one cannot be pressed. */
export const moveWords = {
  moves: { es: "Más acciones", en: "More actions" },
  send: { es: "Enviar…", en: "Send…" },
  share: { es: "Compartir…", en: "Share…" },
  recall: { es: "Recuperar", en: "Recall" },
  approve: { es: "Aceptar…", en: "Approve…" },
  reject: { es: "Rechazar…", en: "Reject…" },
  reopen: fieldWords.reopen,
  "revoke-approval": { es: "Retirar la aceptación…", en: "Revoke approval…" },
  "confirm-sale": { es: "Confirmar venta…", en: "Confirm sale…" },
  tell: { es: "Avisar al cliente…", en: "Tell the client…" },
  duplicate: { es: "Duplicar", en: "Duplicate" },
  pdf: { es: "Ver PDF", en: "View PDF" },
  trash: fieldWords.toTrash,
  costs: { es: "Costes y margen…", en: "Costs and margin…" },
  revisions: { es: "Comparar revisiones…", en: "Compare revisions…" },
  done: {
    recall: { es: "Recuperado: vuelve a ser un borrador", en: "Recalled: it is a draft again" },
    unsent: {
      es: "Recuperado; el mensaje no ha salido",
      en: "Recalled; the message has not left",
    },
    approve: { es: "Presupuesto aceptado", en: "Quotation approved" },
    reject: { es: "Presupuesto rechazado", en: "Quotation rejected" },
    reopen: { es: "Reabierto: vuelve a ser un borrador", en: "Reopened: it is a draft again" },
    "revoke-approval": { es: "Aceptación retirada", en: "Approval revoked" },
    "confirm-sale": { es: "Venta confirmada", en: "Sale confirmed" },
  },
  needs: {
    send: { es: "Solo se envía un borrador.", en: "Only a draft can be sent." },
    recall: {
      es: "Solo se recupera lo que está enviado y sin respuesta.",
      en: "Only what is sent and unanswered can be recalled.",
    },
    approve: {
      es: "Solo se acepta lo que está enviado.",
      en: "Only what is sent can be approved.",
    },
    reject: {
      es: "Solo se rechaza lo que está enviado.",
      en: "Only what is sent can be rejected.",
    },
    reopen: { es: "Solo se reabre lo rechazado.", en: "Only what was rejected can be reopened." },
    "revoke-approval": {
      es: "Solo se retira la aceptación de lo aceptado y sin vender.",
      en: "Only what is approved and not sold has an approval to revoke.",
    },
    "confirm-sale": {
      es: "Solo se vende lo que está aceptado.",
      en: "Only what is approved can be sold.",
    },
    tell: {
      es: "Solo se avisa de lo que está aceptado.",
      en: "Only what is approved can be told of.",
    },
    approval: { es: "Espera un visto bueno.", en: "It waits for sign-off." },
    line: { es: "Añade antes una línea.", en: "Add a line first." },
    validity: {
      es: "La fecha de validez ya ha pasado: ponle otra.",
      en: "The day it is valid until has passed: set another.",
    },
    trash: {
      es: "Ya se envió una vez y se conserva.",
      en: "It was sent once and is kept.",
    },
    revisions: { es: "Todavía no se ha enviado.", en: "It was not sent yet." },
  },
  openSale: { es: "Abrir la venta", en: "Open the sale" },
  trashedText: {
    es: "Está en la papelera y se borra a los 30 días.",
    en: "It is in the trash and is removed after 30 days.",
  },
  restore: fieldWords.restore,
};
