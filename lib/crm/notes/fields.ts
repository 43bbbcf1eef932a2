import { type FieldsOf, internal, ofMember, recordFields } from "@/lib/records/fields/field.ts";
import { fieldWords } from "@/lib/words/field_words.ts";

/** The fields of a note: what somebody wrote about a record. */

export const noteFields = {
  ...recordFields,
  created_at: { ...recordFields.created_at, in: ["sort"] },
  call: {
    kind: "flag",
    write: "create",
    label: fieldWords.call,
    means: "Whether the note records what was said in a call.",
    privacy: null,
  },
  to_client: {
    kind: "flag",
    write: "create",
    label: { es: "La lee el cliente", en: "Read by the client" },
    means: "Whether the client reads it on the page of the quotation that it is on; without an " +
      "author it is the client's own question.",
    privacy: null,
  },
  body: {
    kind: "long",
    max: 10_000,
    required: true,
    label: fieldWords.note,
    means: "Text of the note, which colleagues read.",
    privacy: { of: "client", by: "row" },
  },
  pinned: {
    kind: "flag",
    label: { es: "Fijada", en: "Pinned" },
    means: "Whether it stays on top of the others.",
    privacy: null,
    in: ["sort"],
  },
  author_id: {
    kind: "person",
    empty: true,
    write: "never",
    label: { es: "Quién", en: "Author" },
    means: "The user who wrote it; null where it was none.",
    privacy: ofMember,
  },
  edited_at: {
    kind: "instant",
    empty: true,
    write: "never",
    label: { es: "Corregida", en: "Edited" },
    means: "When its text last changed; null where it never did.",
    privacy: null,
  },
  subject: {
    kind: "special",
    write: "never",
    computed: true,
    label: { es: "Sobre qué", en: "About" },
    means: "The record that it is about.",
    privacy: null,
  },
  contact_id: internal,
  client_id: internal,
  opportunity_id: internal,
  quote_id: internal,
  sale_id: internal,
  task_id: internal,
  event_id: internal,
} as const satisfies FieldsOf<"notes", "subject">;
