import {
  type FieldsOf,
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
import { fieldWords } from "@/lib/words/field_words.ts";
import { statusWords } from "@/lib/words/statuses.ts";

/** Fields of a sale: a confirmed quotation, delivered task by task. */

const cleared: Personal = { of: "client", by: "null" };

export const saleStatuses = ["active", "cancelled"] as const;

/** A link to another record; confirming the sale sets it. */
const link = { kind: "record", write: "never", privacy: null } as const;

export const saleFields = {
  ...recordFields,
  created_at: { ...recordFields.created_at, in: ["file"] },
  number: { ...numberField, means: "Number of the sale, unique in the company." },
  status: {
    kind: "choice",
    values: saleStatuses,
    write: "never",
    words: statusWords.sale,
    label: fieldWords.status,
    means: "Whether the sale stands: `active`, or `cancelled`.",
    privacy: null,
    in: ["sort", "filter", "file"],
  },
  client_id: clientField,
  opportunity_id: {
    ...link,
    label: fieldWords.opportunity,
    means: "The opportunity that it belongs to.",
    in: ["filter", "file"],
  },
  quote_id: {
    ...link,
    label: fieldWords.quote,
    means: "The quotation that was sold, named by its number.",
    in: ["filter", "file"],
  },
  assignee: assigneeField,
  sold_at: {
    kind: "instant",
    write: "never",
    label: { es: "Vendida", en: "Sold" },
    fileLabel: fieldWords.sold,
    means: "When it became a sale.",
    privacy: null,
    in: ["sort", "filter", "file"],
  },
  promised_date: {
    kind: "day",
    empty: true,
    write: "patch",
    label: { es: "Prometida para", en: "Promised for" },
    fileLabel: { es: "Fecha prometida", en: "Promised date" },
    hint: {
      es: "Las entregas sin día propio vencen ese día.",
      en: "Deliveries without a day of their own are due then.",
    },
    means:
      "The day that delivery is promised for. Open delivery tasks without a day of their own " +
      "are due on it.",
    privacy: null,
    in: ["record", "sort", "filter", "file"],
  },
  ...amountFields,
  cancelled_at: {
    kind: "instant",
    empty: true,
    write: "never",
    label: fieldWords.cancelled,
    means: "When it was cancelled; null while it is active.",
    privacy: null,
    in: ["file"],
  },
  cancel_reason: {
    kind: "text",
    max: 2000,
    empty: true,
    write: "never",
    label: { es: "Motivo de cancelación", en: "Reason of cancellation" },
    means: "Reason that the sale was cancelled for.",
    privacy: cleared,
    in: ["file"],
  },
  notes: {
    kind: "long",
    max: 10_000,
    empty: true,
    write: "patch",
    label: fieldWords.notes,
    means: "Free text for colleagues; clients never see it.",
    privacy: cleared,
    in: ["record", "file"],
  },
  delivery: {
    kind: "special",
    write: "never",
    computed: true,
    label: fieldWords.delivery,
    means: "How many delivery tasks it has, and how many of them are done.",
    privacy: null,
  },
  number_key: internal,
} as const satisfies FieldsOf<"sales", "assignee" | "delivery">;
