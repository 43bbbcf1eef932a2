import {
  type FieldsOf,
  internal,
  type Personal,
  recordFields,
} from "@/lib/records/fields/field.ts";
import { fieldWords } from "@/lib/words/field_words.ts";

/** Fields of a quotation's line: a product's words and price as they were, or free text. */

const cleared: Personal = { of: "client", by: "null" };
/** The company's own: no client is ever handed it. */
export const ofCosts: Personal = {
  of: "company",
  by: "kept",
  why: "what the company pays for its goods",
  hidden: true,
};

export const lineFields = {
  id: { ...recordFields.id, means: "Id of the line within its quotation." },
  company_id: internal,
  quote_id: internal,
  product_id: {
    kind: "id",
    empty: true,
    label: fieldWords.product,
    means: "Id of the product; null for a line without one.",
    privacy: null,
  },
  position: {
    kind: "whole",
    min: 1,
    max: 200,
    write: "never",
    label: { es: "Lugar", en: "Position" },
    means: "Position of the line, from 1.",
    privacy: null,
  },
  sku: {
    kind: "text",
    max: 60,
    empty: true,
    label: fieldWords.sku,
    means: "Your own number for the product.",
    privacy: null,
  },
  name: {
    kind: "text",
    max: 200,
    label: { es: "Concepto", en: "Item" },
    means: "What is offered, as the client reads it.",
    privacy: { of: "client", by: "replaced" },
  },
  description: {
    kind: "long",
    max: 5000,
    empty: true,
    label: fieldWords.description,
    means: "Free text below its name.",
    privacy: cleared,
  },
  unit: {
    kind: "text",
    max: 20,
    empty: true,
    label: fieldWords.unit,
    means: "Unit in which it is counted, such as piece, hour or metre.",
    privacy: null,
  },
  quantity: {
    kind: "quantity",
    label: fieldWords.quantity,
    means: "How many units: more than 0; 3 decimals at most.",
    privacy: null,
  },
  unit_price: {
    kind: "price",
    label: fieldWords.price,
    means: "Net price of one unit; 4 decimals at most.",
    privacy: null,
  },
  discount_percent: {
    kind: "percent",
    label: { es: "Descuento", en: "Discount" },
    means: "Percent taken off the line.",
    privacy: null,
  },
  tax_rate: {
    kind: "percent",
    label: { es: "Impuesto %", en: "Tax %" },
    means: "Rate of the tax in percent, such as 21.",
    privacy: null,
  },
  line_net: {
    kind: "money",
    write: "never",
    label: { es: "Neto", en: "Net" },
    means: "Net sum of the line, its discount taken off.",
    privacy: null,
  },
  cost: {
    kind: "price",
    empty: true,
    label: { es: "Coste", en: "Cost" },
    means: "Cost of one unit; the client never sees it.",
    privacy: ofCosts,
  },
} as const satisfies FieldsOf<"quote_lines">;
