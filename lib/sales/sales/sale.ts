import * as z from "zod";
import { opportunityRecord } from "@/lib/crm/opportunities/opportunity.ts";
import { taskRecord } from "@/lib/crm/tasks/task.ts";
import { quoteRecord } from "@/lib/sales/quotes/quote.ts";
import * as field from "@/lib/input/fields.ts";
import { filterValues } from "@/lib/input/list.ts";
import type { NounList } from "@/lib/records/nouns.ts";

/** A sale: an approved quotation that was confirmed, and is delivered task by task. */

const saleStatuses = ["active", "cancelled"] as const;
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
export const salePatch = z.strictObject({
  promised_date: field.day.nullable().optional().meta({
    description: "Open delivery tasks without a day of their own are due on it.",
  }),
  notes: field.optionalText(10_000),
  version: field.version,
}).meta({ id: "SalePatch" });
export type SalePatch = z.output<typeof salePatch>;

export const saleCancellation = z.strictObject({ reason: field.optionalText(2000) })
  .default({}).meta({ id: "SaleCancellation" });

export const saleRecord = z.object({
  ...field.recordFields,
  number: z.string(),
  status: z.enum(saleStatuses),
  quote: field.reference.meta({ description: "Named by its number." }),
  opportunity: field.reference,
  client: field.reference,
  assignee: field.reference.nullable().meta({ description: "The opportunity's." }),
  currency: z.string(),
  net_total: z.number(),
  tax_total: z.number(),
  gross_total: z.number(),
  sold_at: z.iso.datetime(),
  promised_date: z.iso.date().nullable(),
  cancelled_at: z.iso.datetime().nullable(),
  cancel_reason: z.string().nullable(),
  notes: z.string().nullable(),
  delivery: z.object({ tasks: z.int(), done: z.int() }).meta({
    description: "How many delivery tasks it has, and how many of them are done.",
  }),
}).meta({ id: "Sale" });

export const confirmedSale = z.object({
  sale: saleRecord,
  quote: quoteRecord,
  opportunity: opportunityRecord,
  tasks: z.array(taskRecord),
  already: z.boolean().meta({ description: "It had been confirmed before." }),
  cancelled: z.boolean().meta({
    description: "The sale was cancelled since: it counts nowhere, and this made no new one.",
  }),
  message: z.string().nullable().meta({
    description: "What a person should know, in the language asked for: that it is cancelled.",
  }),
}).meta({ id: "ConfirmedSale" });

export const saleList: NounList = {
  words: "sale",
  sorts: {
    sold_at: "t.sold_at",
    number: "t.number_key",
    status: "t.status",
    net_total: "t.net_total",
    gross_total: "t.gross_total",
    promised_date: "t.promised_date",
  },
  defaultSort: "-sold_at",
  filters: {
    status: { column: "t.status", value: z.enum(saleStatuses) },
    opportunity_id: { column: "t.opportunity_id", value: filterValues.id },
    client_id: { column: "t.client_id", value: filterValues.id },
    quote_id: { column: "t.quote_id", value: filterValues.id },
  },
  ranges: {
    sold_at: { column: "t.sold_at", value: "instant" },
    promised_date: { column: "t.promised_date", value: "day" },
    gross_total: { column: "t.gross_total", value: "number" },
  },
  assignee: "opportunity.assignee_id",
  others: {
    product_id: filterValues.ids.meta({ description: "Any of these products was sold by it." }),
  },
  counted: { kind: "sale", by: { status: "status" } },
};
