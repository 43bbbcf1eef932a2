/** The signs within a number. */
export const numberSigns = {
  decimal: { es: ",", en: "." } as const,
};

/** Words behind an amount, or in a heading, for the one without tax and the one with it. */
export const amountWords = {
  net: { es: "neto", en: "net" },
  gross: { es: "con impuestos", en: "with tax" },
  headings: {
    net: { es: "Neto", en: "Net" },
    gross: { es: "Total con impuestos", en: "Total with tax" },
    amount: { es: "Importe neto", en: "Net amount" },
    weighted: { es: "Ponderado, neto", en: "Weighted, net" },
  },
};
