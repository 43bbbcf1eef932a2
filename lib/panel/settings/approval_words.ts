/** Words of the company's rules of approval before a quotation is sent. */
export const approvalRuleWords = {
  title: { es: "Visto bueno antes de enviar", en: "Sign-off before sending" },
  text: {
    es:
      "Un presupuesto que pase de lo que pongas aquí no se envía hasta que alguien diga que sí. " +
      "Se le pregunta en el teléfono. Vacío: no hace falta.",
    en:
      "A quotation beyond what you set here is not sent until somebody approves it. They are asked " +
      "on the phone. Empty: none is needed.",
  },
  discount_above: { es: "Descuento de más del (%)", en: "Discount above (%)" },
  margin_below: { es: "Margen de menos del (%)", en: "Margin below (%)" },
  amount_above: { es: "Base de más de", en: "Net above" },
  approver_id: { es: "A quién se pregunta", en: "Who is asked" },
  never: { es: "No hace falta", en: "Not needed" },
  nobody: { es: "Se elige cada vez", en: "Chosen each time" },
  hints: {
    discount_above: {
      es: "El mayor descuento de sus líneas.",
      en: "The largest discount of its lines.",
    },
    margin_below: {
      es: "De la base, según el coste de las líneas que lo tienen.",
      en: "Of the net, by the cost of the lines that have one.",
    },
    amount_above: { es: "Sin impuestos.", en: "Before tax." },
    approver_id: {
      es: "Lo que esta persona envía no necesita visto bueno.",
      en: "What this person sends needs no sign-off.",
    },
  },
  saved: { es: "Guardado", en: "Saved" },
  undone: { es: "Está como antes", en: "It is as before" },
};
