import {
  type FieldsOf,
  internal,
  type Personal,
  recordFields,
} from "@/lib/records/fields/field.ts";
import { fieldWords } from "@/lib/words/field_words.ts";
import { amountWords } from "@/lib/words/numbers.ts";
import { statusWords } from "@/lib/words/statuses.ts";

/** Fields of a sale: a confirmed quotation, delivered task by task. */

const cleared: Personal = { of: "client", by: "null" };

export const saleStatuses = ["active", "cancelled"] as const;

const sum = { kind: "money", adds: true, write: "never", privacy: null } as const;

/** Another record that it belongs to; confirming the sale sets it. */
const link = { kind: "record", write: "never", privacy: null } as const;

export const saleFields = {
  ...recordFields,
  created_at: { ...recordFields.created_at, in: ["file"] },
  number: {
    kind: "text",
    max: 40,
    write: "never",
    label: { es: "Número", en: "Number" },
    means: "Number of the sale, unique in the company.",
    privacy: null,
    in: ["sort", "file"],
    sortBy: "t.number_key",
    searched: true,
  },
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
  client_id: {
    ...link,
    label: fieldWords.client,
    means: "The client that it belongs to.",
    in: ["filter", "file"],
  },
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
  assignee: {
    kind: "person",
    empty: true,
    write: "never",
    computed: true,
    label: fieldWords.assignee,
    means: "The employee who looks after the opportunity; null where nobody does.",
    privacy: null,
    in: ["file"],
  },
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
  currency: {
    kind: "text",
    max: 3,
    write: "never",
    label: fieldWords.currency,
    means: "Currency code of three letters (ISO 4217).",
    privacy: null,
    in: ["file"],
  },
  net_total: {
    ...sum,
    label: amountWords.headings.net,
    fileLabel: fieldWords.net,
    means: "Sum of the lines before tax.",
    in: ["sort", "file"],
  },
  tax_total: {
    ...sum,
    label: { es: "Impuestos", en: "Tax" },
    means: "Sum of all taxes, in the document's currency.",
    in: ["file"],
  },
  gross_total: {
    ...sum,
    label: amountWords.headings.gross,
    fileLabel: { es: "Total con impuestos", en: "Gross total" },
    means: "What is to be paid: net and tax.",
    in: ["sort", "filter", "file"],
  },
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
