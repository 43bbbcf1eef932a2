import { type ClientCreate, clientCreate } from "@/lib/crm/clients/client.ts";
import { addressFields, languageNames, sourceNames } from "@/lib/crm/contacts/import_names.ts";
import { normaliseEmail, normalisePhone } from "@/lib/crm/contacts/normalise.ts";
import type { ImportKind } from "@/lib/records/imports/import.ts";

/** What a file of clients may have, and how it is stored. */
export const clientFile: ImportKind<ClientCreate> = {
  noun: "client",
  fields: {
    name: {
      meaning: "text",
      names: ["nombre", "cliente", "nombre comercial", "empresa", "client", "customer", "company"],
    },
    kind: {
      meaning: {
        company: ["empresa", "sociedad", "juridica", "autonomo"],
        person: ["persona", "particular", "fisica", "individual"],
      },
      names: ["tipo", "tipo de cliente", "type"],
    },
    legal_name: { meaning: "text", names: ["razon social", "nombre fiscal", "company name"] },
    tax_id: {
      meaning: "text",
      names: [
        "nif",
        "cif",
        "dni",
        "nie",
        "nif cif",
        "cif nif",
        "identificacion fiscal",
        "vat",
        "vat number",
        "tax number",
      ],
    },
    ...addressFields,
    website: { meaning: "link", names: ["web", "pagina web", "sitio web", "url"] },
    address: { meaning: "text", names: ["direccion", "domicilio", "calle", "street"] },
    postal_code: { meaning: "text", names: ["codigo postal", "cp", "c p", "zip", "postcode"] },
    city: { meaning: "text", names: ["ciudad", "poblacion", "localidad", "municipio", "town"] },
    region: { meaning: "text", names: ["provincia", "comunidad", "state", "province"] },
    country: {
      meaning: "country",
      names: ["pais"],
    },
    language: { meaning: languageNames, names: ["idioma", "lengua"] },
    payment_terms_days: {
      meaning: "whole",
      names: ["dias de pago", "plazo de pago", "vencimiento", "payment terms", "payment days"],
    },
    notes: { meaning: "text", names: ["notas", "observaciones", "comentarios", "comments"] },
    source_channel: { meaning: sourceNames, names: ["canal", "origen", "source", "channel"] },
    marketing_consent: {
      meaning: "flag",
      names: ["acepta publicidad", "consentimiento", "newsletter", "consent"],
    },
    assignee_id: {
      meaning: "employee",
      names: ["responsable", "comercial", "asignado", "assignee", "owner"],
    },
    tags: { meaning: "list", names: ["etiquetas", "etiqueta", "tag"] },
  },
  schema: clientCreate,
  keys: {
    tax_id: { of: ({ tax_id }) => tax_id?.toUpperCase() ?? null, stored: "upper(tax_id)" },
    email: { of: ({ email }) => normaliseEmail(email ?? null), stored: "email_norm" },
  },
  columns: {
    kind: "text",
    name: "text",
    legal_name: "text",
    tax_id: "text",
    email: "text",
    email_norm: "text",
    phone: "text",
    phone_e164: "text",
    website: "text",
    address: "text",
    postal_code: "text",
    city: "text",
    region: "text",
    country: "text",
    language: "text",
    payment_terms_days: "smallint",
    notes: "text",
    source_channel: "text",
    marketing_consent: "boolean",
    assignee_id: "integer",
    tags: "text[]",
  },
  toColumns: (client) => ({
    kind: "company",
    marketing_consent: false,
    tags: [],
    ...client,
    email_norm: normaliseEmail(client.email ?? null),
    phone_e164: normalisePhone(client.phone ?? null),
  }),
};
