/** Pure: names of columns and of sums in sheets with offers, in small letters without accents. */

export const sheetNames = {
  heads: {
    name: ["producto o descripcion", "product or description", "descripcion del producto"],
    quantity: [
      ...["cantidad", "cant", "unidades", "uds", "n de unidades"],
      ...["quantity", "qty", "units", "pieces", "pcs"],
    ],
    discount_percent: [
      ...["descuento", "dto", "dtos", "dcto", "rebaja"],
      ...["discount", "disc"],
    ],
    tax_rate: ["igic", "gst"],
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

export function bareHead(text: string): string {
  const letters = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return [...new Set(letters.match(/[\p{L}\p{N}]+/gu) ?? [])].join(" ");
}
