import { fieldWords } from "@/lib/words/field_words.ts";
import { amountWords } from "@/lib/words/numbers.ts";

const sum = { kind: "money", adds: true, write: "never", privacy: null } as const;

export const numberField = {
  kind: "text",
  max: 40,
  write: "never",
  label: { es: "Número", en: "Number" },
  privacy: null,
  in: ["sort", "file"],
  sortBy: "t.number_key",
  searched: true,
} as const;

export const clientField = {
  kind: "record",
  write: "never",
  label: fieldWords.client,
  means: "The client that it belongs to.",
  privacy: null,
  in: ["filter", "file"],
} as const;

export const assigneeField = {
  kind: "person",
  empty: true,
  write: "never",
  computed: true,
  label: fieldWords.assignee,
  means: "The employee who looks after the opportunity; null where nobody does.",
  privacy: null,
  in: ["file"],
} as const;

export const amountFields = {
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
    means: "Amount to pay: net sum and taxes.",
    in: ["sort", "filter", "file"],
  },
} as const;
