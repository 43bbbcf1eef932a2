import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of a quotation's lines while they are edited. */
export const lineWords = {
  lines: { es: "Líneas", en: "Lines" },
  name: { es: "Producto o descripción", en: "Product or description" },
  quantity: fieldWords.quantity,
  quantityShort: { es: "Cant.", en: "Qty" },
  unit: fieldWords.unit,
  unit_price: fieldWords.price,
  discount_percent: { es: "Dto. %", en: "Disc. %" },
  discountShort: { es: "−%", en: "− %" },
  tax_rate: { es: "IVA %", en: "VAT %" },
  product_id: fieldWords.product,
  sku: fieldWords.sku,
  description: { es: "Detalle", en: "Details" },
  addDescription: { es: "Añadir detalle", en: "Add details" },
  net: { es: "Neto", en: "Net" },
  total: { es: "Total a pagar", en: "Total to pay" },
  netTotal: fieldWords.net,
  placeholder: {
    es: "Escribe un producto o una descripción…",
    en: "Type a product or a description…",
  },
  hint: (command: string): Text => ({
    es: `Tab avanza, Enter añade una línea, ${command} D duplica, ${command} ⌫ quita, Alt ↑↓ ` +
      `mueve, ${command} Z deshace. También puedes pegar filas de una hoja de cálculo.`,
    en: `Tab moves on, Enter adds a line, ${command} D duplicates, ${command} ⌫ removes, Alt ↑↓ ` +
      `moves, ${command} Z undoes. You can also paste rows from a spreadsheet.`,
  }),
  ofLine: (cell: string, line: number): Text => ({
    es: `${cell}, línea ${line}`,
    en: `${cell}, line ${line}`,
  }),
  move: (line: number): Text => ({
    es: `Mover la línea ${line}`,
    en: `Move line ${line}`,
  }),
  remove: (line: number): Text => ({
    es: `Quitar la línea ${line}`,
    en: `Remove line ${line}`,
  }),
  removed: { es: "Línea quitada", en: "Line removed" },
  taken: (product: string): Text => ({
    es: `Tomado del catálogo: ${product}`,
    en: `Taken from the catalog: ${product}`,
  }),
  changedSince: {
    es: "Alguien lo ha cambiado después: eso se queda como está.",
    en: "Somebody has changed it since: that stays as it is.",
  },
  asTyped: (text: string): Text => ({
    es: `Usar «${text}» tal cual`,
    en: `Use “${text}” as it is`,
  }),
  create: (text: string): Text => ({
    es: `Crear el producto «${text}»`,
    en: `Create the product “${text}”`,
  }),
  /** @param cells such as "Precio, línea 3; IVA %, línea 4" */
  wrong: (cells: string, more: number): Text => ({
    es: `No se entiende lo que pone en ${cells}${more > 0 ? ` y en ${more} más` : ""}. ` +
      "No se guarda ni se envía hasta corregirlo.",
    en: `What stands in ${cells}${more > 0 ? ` and ${more} more` : ""} is not understood. ` +
      "It is neither saved nor sent until you mend it.",
  }),
  revision: (revision: number): Text => ({
    es: `revisión ${revision}`,
    en: `revision ${revision}`,
  }),
};
