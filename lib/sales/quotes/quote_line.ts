import * as z from "zod";
import { totalsOf } from "@/lib/sales/quotes/totals.ts";
import * as field from "@/lib/input/fields.ts";
import { text } from "@/lib/input/input.ts";

/** A line of a quotation: a product's words and price as they were, or something written freely. */

export const maxLines = 200;

const lineFields = {
  product_id: field.id.nullable().optional(),
  sku: field.optionalText(60),
  name: text({ max: 200 }).optional(),
  description: field.optionalText(5000),
  unit: field.optionalText(20),
  quantity: field.quantity.optional(),
  unit_price: field.price.optional(),
  discount_percent: field.percent.optional(),
  tax_rate: field.percent.optional(),
};

/** The rules of {@link newLine}, for the API's description. */
export const lineRules =
  "A line with `product_id`, an active product, takes from the catalog what " +
  "it does not say itself; one without needs `name` and `unit_price`. No line and no sum is above " +
  "999,999,999,999.99.";

/** A new line; what is absent comes from the product, a free line needs `name` and `unit_price`. */
const newLine = z.strictObject(lineFields).meta({ id: "QuoteLineCreate" });

/** A line of the whole set: with `id` it is one that is there, and keeps what is absent. */
const settableLine = z.strictObject({ id: field.id.optional(), ...lineFields })
  .meta({ id: "SettableQuoteLine" });
export type SettableLine = z.output<typeof settableLine>;

export const newLines = z.array(newLine).max(maxLines);

export const linesBody = z.strictObject({
  lines: z.array(settableLine).max(maxLines),
  version: field.version,
}).meta({ id: "QuoteLines" });
export type LinesBody = z.output<typeof linesBody>;

export const lineRecord = z.object({
  id: z.int(),
  product_id: z.int().nullable(),
  position: z.int(),
  sku: z.string().nullable(),
  name: z.string(),
  description: z.string().nullable(),
  unit: z.string().nullable(),
  quantity: z.number(),
  unit_price: z.number(),
  discount_percent: z.number(),
  tax_rate: z.number(),
  line_net: z.number(),
}).meta({ id: "QuoteLine" });
export type LineRecord = z.output<typeof lineRecord>;

export const taxShare = z.object({ rate: z.number(), base: z.number(), tax: z.number() })
  .meta({ id: "TaxShare" });

export function storedTotals(lines: Parameters<typeof totalsOf>[0]) {
  const { net_total, tax_total, gross_total, tax_breakdown } = totalsOf(lines);
  return { net_total, tax_total, gross_total, tax_breakdown: JSON.stringify(tax_breakdown) };
}
