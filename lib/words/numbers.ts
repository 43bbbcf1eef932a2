/** The signs within a number. */
export const numberSigns = {
  decimal: { es: ",", en: "." } as const,
};

/** Words that tell an amount without tax from one with it, behind the amount and as a heading. */
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
