import { fieldWords } from "@/lib/words/field_words.ts";
import type { Text } from "@/lib/words/language.ts";

/** Words of the catalog's list and of a product's record. */
export const productWords = {
  empty: {
    es: "El catálogo está vacío. Crea un producto o importa tu lista de precios.",
    en: "The catalog is empty. Create a product or import your price list.",
  },
  noneArchived: { es: "No hay nada archivado.", en: "Nothing is archived." },
  tabs: {
    label: { es: "Qué productos", en: "Which products" },
    active: { es: "En catálogo", en: "On offer" },
    archived: fieldWords.archivedOnes,
    all: { es: "Todos", en: "All" },
  },
  taxHint: {
    es: "El habitual de la empresa si se deja vacío",
    en: "The company's usual one if left empty",
  },
  used: { es: "Uso", en: "Used" },
  usedTitle: (quotes: number, sales: number): Text => ({
    es: `En ${quotes} ${quotes === 1 ? "presupuesto" : "presupuestos"} y ${sales} ${
      sales === 1 ? "venta" : "ventas"
    }`,
    en: `On ${quotes} ${quotes === 1 ? "quotation" : "quotations"} and in ${sales} ${
      sales === 1 ? "sale" : "sales"
    }`,
  }),
  quotes: fieldWords.quotes,
  sales: fieldWords.sales,
  lastSold: { es: "Última venta", en: "Last sold" },
  soldAmount: fieldWords.sold,
  soldUnits: { es: "Unidades vendidas", en: "Units sold" },
  margin: { es: "Margen", en: "Margin" },
  actions: { es: "Acciones", en: "Actions" },
  archive: fieldWords.archive,
  archived: { es: "Producto archivado", en: "Product archived" },
  unarchive: { es: "Volver a ofrecer", en: "Offer again" },
  unarchived: { es: "Producto de vuelta en el catálogo", en: "Product is on offer again" },
  archivedHint: {
    es: "No se propone en presupuestos nuevos; los que ya lo tienen no cambian.",
    en: "It is not offered in new quotations; those that have it stay as they are.",
  },
  trash: fieldWords.toTrash,
  trashed: { es: "Producto en la papelera", en: "Product moved to trash" },
  whyNoTrash: {
    es: "Está en presupuestos: archívalo en vez de borrarlo",
    en: "It is on quotations: archive it instead",
  },
  data: fieldWords.details,
  noQuotes: {
    es: "Todavía no está en ningún presupuesto.",
    en: "It is on no quotation yet.",
  },
  noSales: { es: "Todavía no se ha vendido.", en: "It has not been sold yet." },
  cells: {
    edit: (field: string, product: string): Text => ({
      es: `${field} de ${product}`,
      en: `${field} of ${product}`,
    }),
    rename: { es: "Cambiar el nombre", en: "Change the name" },
    hint: {
      es: "Pulsa un valor para cambiarlo. F2 edita, Enter baja, Tab avanza, Esc deshace.",
      en: "Press a value to change it. F2 edits, Enter moves down, Tab moves on, Esc takes back.",
    },
    required: { es: "No puede quedar vacío", en: "It cannot be empty" },
  },
};
