import { type ClientCreate, clientCreate } from "@/lib/crm/clients/client.ts";
import { clientFields } from "@/lib/crm/clients/fields.ts";
import { addressNorms, normaliseEmail, normalisePhone } from "@/lib/crm/contacts/normalise.ts";
import { importColumns, importedOnce, importFields } from "@/lib/records/fields/import.ts";
import type { ImportKind } from "@/lib/records/imports/import.ts";

/** Columns of a file of clients, and how they are stored. */
export const clientFile: ImportKind<ClientCreate> = {
  noun: "client",
  fields: importFields(clientFields),
  schema: clientCreate,
  partial: clientCreate.partial(),
  keys: {
    tax_id: {
      of: ({ tax_id }) => tax_id?.toUpperCase() ?? null,
      stored: "upper(tax_id)",
      merged: (key) => ["tax_id", key],
      // An accountant's address may stand with many clients.
      separates: true,
    },
    email: {
      of: ({ email }) => normaliseEmail(email ?? null),
      stored: "email_norm",
      merged: (key) => ["email", key],
    },
  },
  columns: { ...importColumns(clientFields), email_norm: "text", phone_e164: "text" },
  toColumns: (client) => ({
    kind: "company",
    marketing_consent: false,
    tags: [],
    ...client,
    email_norm: normaliseEmail(client.email ?? null),
    phone_e164: normalisePhone(client.phone ?? null),
  }),
  onlyNew: importedOnce(clientFields),
  essential: ["name"],
  notebook: { field: "notes", longest: clientFields.notes.max },
  follows: addressNorms,
};
