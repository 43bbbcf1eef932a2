import { fieldWords } from "@/lib/words/field_words.ts";

/** Questions before a move of a quotation. */
export const questionWords = {
  approve: {
    title: { es: "Anotar la aceptación", en: "Note the approval" },
    text: {
      es: "El cliente ha dicho que sí. Queda en la historia como anotado por ti.",
      en: "The client said yes. The history says that you noted it.",
    },
    field: { es: "Quién lo acepta", en: "Who approves it" },
    button: { es: "Anotar aceptación", en: "Note approval" },
  },
  reject: {
    title: { es: "Anotar el rechazo", en: "Note the rejection" },
    text: {
      es: "El cliente ha dicho que no. Podrás reabrirlo.",
      en: "The client said no. You can reopen it.",
    },
    field: fieldWords.reason,
    button: { es: "Anotar rechazo", en: "Note rejection" },
  },
  recall: {
    title: { es: "¿Recuperar el presupuesto?", en: "Recall the quotation?" },
    text: {
      es:
        "El mensaje ya ha salido: el cliente tiene el PDF. Su enlace dirá que se está revisando " +
        "hasta que lo envíes otra vez.",
      en: "The message is out already: the client has the PDF. Their link will say that it is " +
        "being revised until you send it again.",
    },
    button: { es: "Recuperar", en: "Recall" },
  },
  reopen: {
    title: { es: "¿Reabrir el presupuesto?", en: "Reopen the quotation?" },
    text: {
      es: "El mensaje ya salió: el cliente tiene el PDF. Vuelve a ser un borrador, y su enlace " +
        "dirá que se está revisando.",
      en: "The message is out already: the client has the PDF. It is a draft again, and their " +
        "link will say that it is being revised.",
    },
    button: fieldWords.reopen,
  },
  "revoke-approval": {
    title: { es: "¿Retirar la aceptación?", en: "Revoke the approval?" },
    text: {
      es: "Quien lo aceptó dejará de figurar y el cliente podrá responder otra vez.",
      en: "Who approved it is no longer named, and the client can answer again.",
    },
    button: { es: "Retirar la aceptación", en: "Revoke approval" },
  },
  "confirm-sale": {
    title: { es: "¿Confirmar la venta?", en: "Confirm the sale?" },
    text: {
      es: "Se crea la venta, la oportunidad queda ganada y cada línea recibe una tarea de " +
        "entrega. No tiene vuelta atrás; una venta se puede cancelar.",
      en: "The sale is made, the opportunity is won, and each line gets a delivery task. " +
        "There is no way back; a sale can be cancelled.",
    },
    button: { es: "Confirmar venta", en: "Confirm sale" },
  },
};
