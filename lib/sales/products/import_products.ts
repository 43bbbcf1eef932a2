import {
  commitImport,
  type ImportFile,
  type OpenAsMember,
  previewImport,
} from "@/lib/records/imports/imports.ts";
import { productFile } from "@/lib/sales/products/product_file.ts";
import { companyTerms } from "@/lib/sales/company_terms.ts";
import type { Actor } from "@/lib/records/records.ts";
import type { Trx } from "@/lib/db/connection.ts";

/** What a file of products would do. @throws Problem validation_failed */
export function previewProducts(asMember: OpenAsMember, file: ImportFile) {
  return previewImport(asMember, productFile, file);
}

/** Adds every product of a file to the catalog. @throws Problem validation_failed, duplicate */
export function commitProducts(asMember: OpenAsMember, file: ImportFile) {
  return commitImport(asMember, { ...productFile, defaults }, file);
}

async function defaults(trx: Trx, actor: Actor) {
  const { default_tax_rate } = await companyTerms(trx, actor);
  return { unit_price: 0, tax_rate: default_tax_rate, active: true };
}
