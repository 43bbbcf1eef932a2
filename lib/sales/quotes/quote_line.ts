import * as z from "zod";
import { createSchema, recordSchema } from "@/lib/records/fields/schemas.ts";
import { maxLines } from "@/lib/sales/quotes/limits.ts";
import { lineFields } from "@/lib/sales/quotes/line_fields.ts";
import { type CostedLine, costOf } from "@/lib/sales/quotes/approval/figures.ts";
import { totalsOf } from "@/lib/sales/quotes/totals.ts";
import * as field from "@/lib/input/fields.ts";

/** A line of a quotation: a product's words and price as they were, or something written freely. */

/** The rules of {@link newLine}, for the API's description. */
export const lineRules =
  "A line with `product_id`, an active product, takes from the catalog what it does not say " +
  "itself; one without needs `name` and `unit_price`. No line and no sum is above " +
  "999,999,999,999.99.";

/** A new line; what is absent comes from the product, a free line needs `name` and `unit_price`. */
const newLine = createSchema(lineFields).meta({ id: "QuoteLineCreate" });

/** A line of the whole set: with `id` it is one that is there, and keeps what is absent. */
const settableLine = createSchema(lineFields).extend({
  id: field.id.optional().meta({
    description: "Id of a line to keep; without it the line is new.",
  }),
}).meta({ id: "SettableQuoteLine" });
export type SettableLine = z.output<typeof settableLine>;

export const newLines = z.array(newLine).max(maxLines);

export const linesBody = z.strictObject({
  lines: z.array(settableLine).max(maxLines).meta({ description: "What is offered, in order." }),
  version: field.version,
}).meta({ id: "QuoteLines" });
export type LinesBody = z.output<typeof linesBody>;

export const lineRecord = recordSchema(lineFields).meta({ id: "QuoteLine" });
export type LineRecord = z.output<typeof lineRecord>;

export const taxShare = z.object({
  rate: z.number().meta({ description: "Rate of the tax in percent, such as 21." }),
  base: z.number().meta({ description: "Net sum that the rate applies to." }),
  tax: z.number().meta({ description: "Tax on that base, in the quotation's currency." }),
})
  .meta({ id: "TaxShare" });

export function storedTotals(lines: readonly CostedLine[], currency: string) {
  const { net_total, tax_total, gross_total, tax_breakdown } = totalsOf(lines, currency);
  const costed = lines.filter(({ cost }) => cost !== null);
  return {
    net_total,
    tax_total,
    gross_total,
    tax_breakdown: JSON.stringify(tax_breakdown),
    cost_total: costOf(costed, currency),
    costed_net: totalsOf(costed, currency).net_total,
    max_discount: Math.max(0, ...lines.map(({ discount_percent }) => discount_percent)),
  };
}
