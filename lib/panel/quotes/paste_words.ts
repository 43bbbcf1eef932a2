/** Words of sheets that are pasted into a quotation, folded, beside those that files have. */
export const pasteWords = {
  heads: {
    quantity: [
      ...["cantidad", "cant", "unidades", "uds", "n de unidades"],
      ...["quantity", "qty", "units", "pieces", "pcs"],
    ],
    discount_percent: [
      ...["descuento", "dto", "dtos", "dcto", "rebaja"],
      ...["discount", "disc"],
    ],
  },
  /** Sums of a line, where its quantity stands beside. */
  amounts: ["importe", "total", "amount"],
  sums: new RegExp(
    "^(?:gran |grand )?(?:sub ?)?total(?: (?:general|neto|bruto|a pagar|presupuesto|factura|con iva|" +
      "sin iva|iva|iva incluido|net|gross|due|to pay|amount|vat|incl vat|excl vat|eur|euros))?$|" +
      "^(?:suma|sum|suma total|base|base imponible|importe total|total importe|amount due|" +
      "balance due)$|^(?:iva|igic|vat|tax|impuestos?)(?: \\d{1,2}(?: \\d{1,2})?)?$",
  ),
};
