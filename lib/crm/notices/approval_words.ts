/** Notices about approvals of quotations. */
export const approvalNoticeWords = {
  ask: (quote: string) => ({ es: `¿Se envía ${quote}?`, en: `May ${quote} be sent?` }),
  discount: (percent: string) => ({ es: `Descuento: ${percent}`, en: `Discount: ${percent}` }),
  margin: (percent: string) => ({ es: `Margen: ${percent}`, en: `Margin: ${percent}` }),
  askedBy: (who: string) => ({ es: `Pregunta ${who}`, en: `Asked by ${who}` }),
  yes: { es: "Sí, enviar", en: "Yes, send it" },
  no: { es: "No, todavía no", en: "No, not yet" },
  chooseOne: {
    es: "Pulsa «Sí, enviar» o «No, todavía no»: lo que escribas va con tu respuesta.",
    en: "Press “Yes, send it” or “No, not yet”: what you write goes along with it.",
  },
  given: (who: string, quote: string) => ({
    es: `Sí de ${who} a ${quote}`,
    en: `Yes from ${who} to ${quote}`,
  }),
  refused: (who: string, quote: string) => ({
    es: `No de ${who} a ${quote}`,
    en: `No from ${who} to ${quote}`,
  }),
  notSent: (quote: string) => ({ es: `${quote} no ha salido`, en: `${quote} has not left` }),
  notSentMeans: {
    es: "Tiene el visto bueno, pero no se ha podido enviar",
    en: "It is approved, but it could not be sent",
  },
  rulesChanged: {
    es: "Ha cambiado qué presupuestos piden visto bueno",
    en: "Which quotations need sign-off has changed",
  },
  discountAbove: (percent: string) => ({
    es: `Descuento de más del ${percent}`,
    en: `A discount above ${percent}`,
  }),
  marginBelow: (percent: string) => ({
    es: `Margen de menos del ${percent}`,
    en: `A margin below ${percent}`,
  }),
  amountAbove: (amount: string) => ({
    es: `Base de más de ${amount}`,
    en: `A net above ${amount}`,
  }),
  noRules: { es: "Ahora ninguno", en: "None does now" },
  youDecide: { es: "Se te pregunta a ti", en: "You are asked" },
  youNoLonger: { es: "Ya no se te pregunta a ti", en: "You are asked no more" },
  changedBy: (who: string) => ({ es: `Lo ha cambiado ${who}`, en: `Changed by ${who}` }),
};
