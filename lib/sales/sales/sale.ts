import * as z from "zod";
import { opportunityRecord } from "@/lib/crm/opportunities/opportunity.ts";
import { taskRecord } from "@/lib/crm/tasks/task.ts";
import { quoteRecord } from "@/lib/sales/quotes/quote.ts";
import * as field from "@/lib/input/fields.ts";
import { filterValues } from "@/lib/input/list.ts";
import { listOf } from "@/lib/records/fields/list.ts";
import { patchSchema, recordSchema } from "@/lib/records/fields/schemas.ts";
import { saleFields, type saleStatuses } from "@/lib/sales/sales/fields.ts";

/** A sale: an approved quotation that was confirmed, and is delivered task by task. */

type SaleStatus = (typeof saleStatuses)[number];

const saleCan = {
  cancel: ["active"],
} as const satisfies Record<string, readonly SaleStatus[]>;
type SaleVerb = keyof typeof saleCan;

export function saleVerbs(status: SaleStatus): SaleVerb[] {
  const verbs = Object.keys(saleCan) as SaleVerb[];
  return verbs.filter((verb) => (saleCan[verb] as readonly SaleStatus[]).includes(status));
}

/** The body of PATCH: any subset; what was sold stays as it is. */
export const salePatch = patchSchema(saleFields).meta({ id: "SalePatch" });
export type SalePatch = z.output<typeof salePatch>;

export const saleCancellation = z.strictObject({
  reason: field.optionalText(2000).meta({ description: "Reason for declining, in a few words." }),
  version: field.version,
})
  .default({}).meta({ id: "SaleCancellation" });

export const saleRecord = recordSchema(saleFields, {
  delivery: z.object({
    tasks: z.int().meta({ description: "Tasks of delivery that the sale has." }),
    done: z.int().meta({ description: "How many of these tasks are done." }),
  }),
}).meta({ id: "Sale" });

export const confirmedSale = z.object({
  sale: saleRecord.meta({ description: "The sale that it became." }),
  quote: quoteRecord.meta({ description: "The quotation that the sale was made of." }),
  opportunity: opportunityRecord.meta({ description: "The opportunity, which the sale has won." }),
  tasks: z.array(taskRecord).meta({ description: "Tasks that were made to deliver the sale." }),
  already: z.boolean().meta({ description: "Whether an earlier call had confirmed the sale." }),
  cancelled: z.boolean().meta({
    description: "The sale was cancelled since: it counts nowhere, and this made no new one.",
  }),
  message: z.string().nullable().meta({
    description: "What a person should know, in the language asked for: that it is cancelled.",
  }),
}).meta({ id: "ConfirmedSale" });

export const saleList = listOf(saleFields, {
  words: "sale",
  defaultSort: "-sold_at",
  assignee: "opportunity.assignee_id",
  others: {
    product_id: filterValues.ids.meta({ description: "Only sales of any of these products." }),
  },
  counted: { kind: "sale", by: { status: "status" } },
});
