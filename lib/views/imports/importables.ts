import * as z from "zod";
import { clientImport } from "@/lib/crm/clients/import_clients.ts";
import { contactImport } from "@/lib/crm/contacts/import_contacts.ts";
import type { Importable } from "@/lib/records/imports/importable.ts";
import { productImport } from "@/lib/sales/products/import_products.ts";

export const importedSections = ["clients", "contacts", "products"] as const;
export type ImportedSection = (typeof importedSections)[number];

/** The imports by the section of the API that their records are in. */
// deno-lint-ignore no-explicit-any -- each file has values of its own
export const importables: Record<ImportedSection, Importable<any>> = {
  clients: clientImport,
  contacts: contactImport,
  products: productImport,
};

/** The same by the noun itself. */
export const importKinds = {
  client: importables.clients,
  contact: importables.contacts,
  product: importables.products,
};

/** The path parameter of every endpoint of an import. */
export const importParams = z.object({
  noun: z.enum(importedSections).meta({ description: "What the rows of the file become." }),
});
