import {
  commitImport,
  type Importable,
  type Importer,
  type ImportFile,
  previewImport,
} from "@/lib/records/imports.ts";
import type { Db, Trx } from "@/lib/db/connection.ts";
import type { Tenant } from "@/lib/db/transaction.ts";
import { type ProductCreate, productCreate } from "@/lib/sales/products/product.ts";
import { companyTerms } from "@/lib/sales/company_terms.ts";

/** What a file of products would do. @throws Problem validation_failed */
export async function previewProducts(db: Db, importer: Importer, file: ImportFile) {
  return await previewImport(db, importer, await productsOf(db, importer), file);
}

/** Adds every product of a file to the catalog. @throws Problem validation_failed, duplicate */
export async function commitProducts(trx: Trx, importer: Importer, file: ImportFile) {
  return await commitImport(trx, importer, await productsOf(trx, importer), file);
}

async function productsOf(db: Db, { companyId }: Tenant): Promise<Importable<ProductCreate>> {
  const { default_tax_rate } = await companyTerms(db, { companyId });
  return {
    ...products,
    toColumns: (product) => ({
      unit_price: 0,
      tax_rate: default_tax_rate,
      active: true,
      ...product,
    }),
  };
}

const products: Omit<Importable<ProductCreate>, "toColumns"> = {
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
      names: ["precio", "precio unitario", "pvp", "importe", "tarifa", "price"],
    },
    tax_rate: {
      meaning: "number",
      names: ["iva", "tipo de iva", "impuesto", "tipo impositivo", "tax", "vat"],
    },
    cost: { meaning: "number", names: ["coste", "costo", "precio de coste", "precio de compra"] },
    category: { meaning: "text", names: ["categoria", "familia", "grupo", "family", "group"] },
    lead_time_days: {
      meaning: "whole",
      names: ["plazo de entrega", "plazo", "dias de entrega", "lead time", "delivery days"],
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
};
