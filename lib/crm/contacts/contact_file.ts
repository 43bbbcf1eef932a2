import * as z from "zod";
import { contactCreate, contactStatuses } from "@/lib/crm/contacts/contact.ts";
import { contactFields } from "@/lib/crm/contacts/fields.ts";
import { addressNorms, normaliseEmail, normalisePhone } from "@/lib/crm/contacts/normalise.ts";
import { importColumns, importedOnce, importFields } from "@/lib/records/fields/import.ts";
import type { ImportKind } from "@/lib/records/imports/import.ts";
import { message } from "@/lib/input/messages.ts";

/** Characters of a note in the thread. */
const longestNote = 5_000;

const columns = contactCreate.extend({ status: z.enum(contactStatuses).default("new") });

const schema = columns.refine(
  ({ name, email, phone, channel_contact_id }) => name || email || phone || channel_contact_id,
  {
    path: ["name"],
    error: message("noNameNorAddress"),
  },
);
export type ContactRow = z.output<typeof schema>;

/** Columns of a file of contacts, and how they are stored. */
export const contactFile: ImportKind<ContactRow> = {
  noun: "contact",
  fields: importFields(contactFields),
  schema,
  partial: columns.partial(),
  keys: {
    channel_contact_id: {
      of: ({ channel, channel_contact_id: id }) => id ? `${channel} ${id}` : null,
      stored: "channel || ' ' || channel_contact_id",
      merged: (key) => {
        const end = key.indexOf(" ");
        return [`${key.slice(0, end)}_id`, key.slice(end + 1)];
      },
    },
    email: {
      of: ({ email }) => normaliseEmail(email ?? null),
      stored: "email_norm",
      merged: (key) => ["email", key],
      among: "not is_spam and not held",
    },
    // Colleagues may share a phone, so it identifies people only without other data.
    phone: {
      of: ({ email, phone }) => email ? null : normalisePhone(phone ?? null),
      stored: "phone_e164",
      merged: (key) => ["phone", key],
      among: "not is_spam and not held",
    },
  },
  columns: {
    ...importColumns(contactFields),
    email_norm: "text",
    phone_e164: "text",
    last_direction: "text",
  },
  toColumns: (contact) => ({
    marketing_consent: false,
    tags: [],
    ...contact,
    email_norm: normaliseEmail(contact.email ?? null),
    phone_e164: normalisePhone(contact.phone ?? null),
    last_direction: contact.message === undefined ? null : "in",
  }),
  // The id means nothing without its channel, which stays.
  onlyNew: [...importedOnce(contactFields), "channel_contact_id"],
  essential: [],
  notebook: { longest: longestNote },
  follows: addressNorms,
};
