import {
  type FieldsOf,
  type FieldTable,
  internal,
  type Personal,
  recordFields,
} from "@/lib/records/fields/field.ts";
import {
  amountFields,
  assigneeField,
  clientField,
  numberField,
} from "@/lib/sales/document_fields.ts";
import { ofCosts } from "@/lib/sales/quotes/line_fields.ts";
import { quoteStatuses } from "@/lib/sales/quotes/quote_states.ts";
import { fieldWords } from "@/lib/words/field_words.ts";
import { languageWords } from "@/lib/words/languages.ts";
import { statusWords } from "@/lib/words/statuses.ts";

const cleared: Personal = { of: "client", by: "null" };

/** Says when something happened; verbs write it. */
const serverInstant = { kind: "instant", empty: true, write: "never", privacy: null } as const;

const ownFigure = { internal: true, privacy: ofCosts } as const;

export const quoteSummaryFields = {
  ...recordFields,
  created_at: { ...recordFields.created_at, label: fieldWords.created },
  number: { ...numberField, means: "Number of the quotation, unique in the company." },
  revision: {
    kind: "whole",
    min: 0,
    max: 32_767,
    write: "never",
    label: { es: "Revisión", en: "Revision" },
    means: "How many times it was sent.",
    privacy: null,
    in: ["file"],
  },
  status: {
    kind: "choice",
    values: quoteStatuses,
    write: "never",
    words: statusWords.quote,
    label: fieldWords.status,
    means: "How far it has come, from `draft` to `sold` or `rejected`.",
    privacy: null,
    in: ["sort", "filter", "file"],
  },
  expired: {
    kind: "flag",
    write: "never",
    computed: true,
    label: fieldWords.expired,
    means: "Whether it is sent and `valid_until` has passed.",
    privacy: null,
    in: ["file"],
  },
  title: {
    kind: "text",
    max: 200,
    empty: true,
    label: fieldWords.title,
    means: "What the quotation is about.",
    privacy: cleared,
    in: ["new", "record", "file"],
    searched: true,
  },
  client_id: clientField,
  opportunity_id: {
    kind: "record",
    noun: "opportunity",
    required: true,
    write: "create",
    label: fieldWords.opportunity,
    hint: {
      es: "Escribe el título o el cliente de una oportunidad.",
      en: "Type the title or the client of an opportunity.",
    },
    means: "The opportunity that it belongs to.",
    privacy: null,
    in: ["new", "filter", "file"],
  },
  assignee: assigneeField,
  issue_date: {
    kind: "day",
    label: { es: "Fecha", en: "Issue day" },
    fileLabel: { es: "Fecha", en: "Date" },
    means: "The day that the quotation bears.",
    privacy: null,
    in: ["record", "sort", "filter", "file"],
  },
  valid_until: {
    kind: "day",
    label: { es: "Válido hasta", en: "Valid until" },
    means: "The last day that it can be accepted on by the link.",
    privacy: null,
    in: ["record", "sort", "filter", "file"],
  },
  language: {
    kind: "choice",
    values: ["es", "en"],
    words: languageWords,
    label: fieldWords.language,
    means: "The language that it is written in, `es` or `en`.",
    privacy: null,
    in: ["record"],
  },
  ...amountFields,
  sent_at: {
    ...serverInstant,
    label: { es: "Enviado", en: "Sent" },
    means: "Instant at which it was sent.",
    in: ["sort", "filter", "file"],
  },
  delivery: {
    kind: "special",
    empty: true,
    write: "never",
    computed: true,
    label: fieldWords.delivery,
    means: "How far its newest message has come; null where none went out by an account.",
    privacy: null,
  },
  approval: {
    kind: "special",
    empty: true,
    write: "never",
    computed: true,
    label: { es: "Visto bueno interno", en: "Internal sign-off" },
    means: "Approval that it needs before it is sent; null where it needs none.",
    privacy: null,
  },
  approved_at: {
    ...serverInstant,
    label: { es: "Aprobado", en: "Approved" },
    means: "Instant at which the client accepted it.",
    in: ["file"],
  },
  rejected_at: {
    ...serverInstant,
    label: { es: "Rechazado", en: "Rejected" },
    means: "Instant at which the client declined it.",
    in: ["file"],
  },
  sold_at: {
    ...serverInstant,
    label: fieldWords.sold,
    means: "When it became a sale.",
    in: ["file"],
  },
  sale: {
    kind: "record",
    empty: true,
    write: "never",
    computed: true,
    label: fieldWords.sale,
    means: "The sale that it became, named by its number.",
    privacy: null,
    in: ["file"],
  },
} as const satisfies FieldTable;

/** With what only the quotation itself shows. */
export const quoteFields = {
  ...quoteSummaryFields,
  intro: {
    kind: "long",
    max: 10_000,
    empty: true,
    label: { es: "Introducción", en: "Introduction" },
    means: "Text that the client reads above the lines.",
    privacy: cleared,
    in: ["record"],
  },
  terms: {
    kind: "long",
    max: 10_000,
    empty: true,
    label: fieldWords.terms,
    means: "Text below the totals: payment, delivery, guarantee.",
    privacy: cleared,
    in: ["record"],
  },
  internal_note: {
    kind: "long",
    max: 10_000,
    empty: true,
    label: { es: "Nota interna", en: "Internal note" },
    hint: { es: "El cliente no la ve.", en: "The client does not see it." },
    means: "Note for colleagues, which the client never sees.",
    privacy: cleared,
    in: ["record"],
  },
  approved_by_name: {
    kind: "text",
    max: 200,
    empty: true,
    write: "never",
    label: { es: "Aceptado por", en: "Approved by" },
    means: "Who accepted, by the name that was given.",
    privacy: cleared,
  },
  approved_via: {
    kind: "choice",
    values: ["employee", "link"],
    empty: true,
    write: "never",
    words: {},
    label: { es: "Aceptado por medio de", en: "Approved by way of" },
    means: "Whether an employee recorded it or the client accepted by the link.",
    privacy: null,
  },
  rejection_reason: {
    kind: "text",
    max: 2000,
    empty: true,
    write: "never",
    label: { es: "Motivo del rechazo", en: "Reason of the refusal" },
    means: "Reason that the client gave for declining.",
    privacy: cleared,
  },
  tax_breakdown: {
    kind: "special",
    write: "never",
    label: { es: "Desglose de impuestos", en: "Tax breakdown" },
    means: "Base and tax of each rate in the quotation.",
    privacy: null,
  },
  brand_snapshot: internal,
  number_key: internal,
  cost_total: ownFigure,
  costed_net: ownFigure,
  max_discount: internal,
} as const satisfies FieldsOf<
  "quotes",
  "expired" | "assignee" | "sale" | "delivery" | "approval"
>;
