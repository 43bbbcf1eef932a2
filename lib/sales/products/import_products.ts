import {
  commitImport,
  type Importable,
  type ImportFile,
  type OpenAsMember,
  previewImport,
} from "@/lib/records/imports/imports.ts";
import { type ProductCreate, productCreate } from "@/lib/sales/products/product.ts";
import { companyTerms } from "@/lib/sales/company_terms.ts";

/** What a file of products would do. @throws Problem validation_failed */
export function previewProducts(asMember: OpenAsMember, file: ImportFile) {
  return previewImport(asMember, productImport, file);
}

/** Adds every product of a file to the catalog. @throws Problem validation_failed, duplicate */
export function commitProducts(asMember: OpenAsMember, file: ImportFile) {
  return commitImport(asMember, productImport, file);
}

/** What a file of products may have, and how it is stored. */
export const productImport: Importable<ProductCreate> = {
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
  defaults: async (trx, actor) => {
    const { default_tax_rate } = await companyTerms(trx, actor);
    return { unit_price: 0, tax_rate: default_tax_rate, active: true };
  },
};
