import type { ImportKind } from "@/lib/records/imports/import.ts";
import { type ProductCreate, productCreate } from "@/lib/sales/products/product.ts";

/** What a file of products may have, and how it is stored. */
export const productFile: ImportKind<ProductCreate> = {
  noun: "product",
  fields: {
    sku: {
      meaning: "text",
      names: ["referencia", "ref", "codigo", "codigo de articulo", "reference", "code"],
    },
    name: {
      meaning: "text",
      names: ["nombre", "producto", "articulo", "servicio", "concepto", "product", "item"],
    },
    description: { meaning: "text", names: ["descripcion", "detalle", "details"] },
    unit: { meaning: "text", names: ["unidad", "unidad de medida", "ud", "uom"] },
    unit_price: {
      meaning: "number",
      names: [
        // Folding keeps each word once, so that P.V.P. is "p v".
        ...["precio", "precio unitario", "precio de venta", "precio venta", "pvp", "p v"],
        ...["importe", "tarifa", "price", "unit price"],
      ],
    },
    tax_rate: {
      meaning: "number",
      names: ["iva", "tipo de iva", "impuesto", "tipo impositivo", "tax", "vat"],
    },
    cost: { meaning: "number", names: ["coste", "costo", "precio de coste", "precio de compra"] },
    category: { meaning: "text", names: ["categoria", "familia", "grupo", "family", "group"] },
    lead_time_days: {
      meaning: "whole",
      names: [
        ...["plazo de entrega", "plazo en dias", "plazo", "dias de entrega"],
        ...["lead time", "lead time in days", "delivery days"],
      ],
    },
    active: { meaning: "flag", names: ["activo", "activa", "vigente", "enabled", "estado"] },
  },
  schema: productCreate,
  keys: { sku: { of: ({ sku }) => sku?.toLowerCase() ?? null, stored: "lower(sku)" } },
  columns: {
    sku: "text",
    name: "text",
    description: "text",
    unit: "text",
    unit_price: "numeric",
    tax_rate: "numeric",
    cost: "numeric",
    category: "text",
    lead_time_days: "smallint",
    active: "boolean",
  },
  toColumns: (product) => product,
};
