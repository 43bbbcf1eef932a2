import * as z from "zod";
import { contactCreate, contactStatuses } from "@/lib/crm/contacts/contact.ts";
import { addressFields, languageNames, sourceNames } from "@/lib/crm/contacts/import_names.ts";
import { normaliseEmail, normalisePhone } from "@/lib/crm/contacts/normalise.ts";
import type { ImportKind } from "@/lib/records/imports/import.ts";
import { message } from "@/lib/input/messages.ts";

const schema = contactCreate.extend({ status: z.enum(contactStatuses).default("new") }).refine(
  ({ name, email, phone, channel_contact_id }) => name || email || phone || channel_contact_id,
  {
    path: ["name"],
    error: message("noNameNorAddress"),
  },
);
export type ContactRow = z.output<typeof schema>;

/** What a file of contacts may have, and how it is stored. */
export const contactFile: ImportKind<ContactRow> = {
  noun: "contact",
  fields: {
    name: {
      meaning: "text",
      names: [
        "nombre",
        "nombre completo",
        "nombre y apellidos",
        "contacto",
        "full name",
        "contact",
      ],
    },
    ...addressFields,
    organization: {
      meaning: "text",
      names: ["empresa", "organizacion", "compania", "negocio", "company", "organisation"],
    },
    subject: { meaning: "text", names: ["asunto", "motivo", "interes", "interest"] },
    message: { meaning: "text", names: ["mensaje", "comentario", "comentarios", "comment"] },
    channel: { meaning: sourceNames, names: ["canal", "origen", "source"] },
    channel_contact_id: {
      meaning: "text",
      names: [
        ...["id del canal", "identificador en el canal", "identificador"],
        ...["usuario", "handle", "channel id"],
      ],
    },
    status: {
      meaning: {
        new: ["nuevo", "nueva"],
        read: ["leido", "leida"],
        archived: ["archivado", "archivada"],
      },
      names: ["estado"],
    },
    assignee_id: {
      meaning: "employee",
      names: ["responsable", "comercial", "asignado", "assignee", "owner"],
    },
    next_action_at: {
      meaning: "instant",
      names: ["proxima accion", "fecha de seguimiento", "seguimiento", "next action", "follow up"],
    },
    next_action_note: {
      meaning: "text",
      names: ["nota de seguimiento", "que hacer", "to do", "what to do"],
    },
    language: { meaning: languageNames, names: ["idioma", "lengua"] },
    source_url: {
      meaning: "text",
      names: ["pagina", "pagina de origen", "url", "enlace", "page", "source page"],
    },
    marketing_consent: {
      meaning: "flag",
      names: ["acepta publicidad", "consentimiento", "newsletter", "consent"],
    },
    tags: { meaning: "list", names: ["etiquetas", "etiqueta", "tag"] },
  },
  schema,
  keys: {
    channel_contact_id: {
      of: ({ channel, channel_contact_id: id }) => id ? `${channel} ${id}` : null,
      stored: "channel || ' ' || channel_contact_id",
    },
    email: {
      of: ({ email }) => normaliseEmail(email ?? null),
      stored: "email_norm",
      among: "not is_spam and not held",
    },
    // Colleagues may share a phone, so it identifies people only without other data.
    phone: {
      of: ({ email, phone }) => email ? null : normalisePhone(phone ?? null),
      stored: "phone_e164",
      among: "not is_spam and not held",
    },
  },
  columns: {
    channel: "text",
    channel_contact_id: "text",
    status: "text",
    name: "text",
    email: "text",
    email_norm: "text",
    phone: "text",
    phone_e164: "text",
    organization: "text",
    subject: "text",
    message: "text",
    last_direction: "text",
    assignee_id: "integer",
    next_action_at: "timestamptz",
    next_action_note: "text",
    language: "text",
    source_url: "text",
    marketing_consent: "boolean",
    tags: "text[]",
  },
  toColumns: (contact) => ({
    marketing_consent: false,
    tags: [],
    ...contact,
    email_norm: normaliseEmail(contact.email ?? null),
    phone_e164: normalisePhone(contact.phone ?? null),
    last_direction: contact.message === undefined ? null : "in",
  }),
};
