import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { nameText, text } from "@/lib/input/input.ts";
import { filterValues } from "@/lib/input/list.ts";
import type { NounList } from "@/lib/records/nouns.ts";

/** A product or service of the catalog; what is quoted keeps a copy of its words and price. */

const common = {
  sku: field.optionalText(60),
  description: field.optionalText(5000),
  unit: field.optionalText(20),
  unit_price: field.price.optional(),
  tax_rate: field.percent.optional().meta({ description: "The company's default where absent." }),
  cost: field.price.nullable().optional(),
  category: field.optionalText(120),
  lead_time_days: z.int().min(0).max(3650).nullable().optional().meta({
    description: "Days from the sale until it is delivered.",
  }),
  active: z.boolean().optional(),
};

/** The body of POST. */
export const productCreate = z.strictObject({ name: nameText({ max: 200 }), ...common })
  .meta({ id: "ProductCreate" });
export type ProductCreate = z.output<typeof productCreate>;

/** The body of PATCH: any subset. */
export const productPatch = z.strictObject({
  name: nameText({ max: 200 }).optional(),
  ...common,
  version: field.version,
}).meta({ id: "ProductPatch" });
export type ProductPatch = z.output<typeof productPatch>;

/** A product as lists and records show it. */
export const productRecord = z.object({
  ...field.recordFields,
  sku: z.string().nullable(),
  name: z.string(),
  description: z.string().nullable(),
  unit: z.string().nullable(),
  unit_price: z.number(),
  tax_rate: z.number(),
  cost: z.number().nullable(),
  category: z.string().nullable(),
  lead_time_days: z.int().nullable(),
  active: z.boolean(),
  usage_count: z.int().meta({ description: "How many lines of quotations it was put on." }),
  last_used_at: z.iso.datetime().nullable(),
}).meta({ id: "Product" });

/** Where a product stands; amounts are net. */
export const productUsage = z.object({
  quotes: z.int().meta({ description: "How many quotations it is on." }),
  sales: z.int().meta({ description: "How many sales it is in, without those cancelled." }),
  sold_quantity: z.number().meta({ description: "How many units these sales have." }),
  sold_amount: z.number().meta({ description: "Net sum of its lines in these sales." }),
  last_sold_at: z.iso.datetime().nullable().meta({ description: "When it was last sold." }),
  removable: z.boolean().meta({
    description: "Whether DELETE puts it into the trash; one that is on a quotation is archived.",
  }),
}).meta({ id: "ProductUsage" });

export const productList: NounList = {
  words: "product",
  sorts: { name: "t.name", created_at: "t.created_at", unit_price: "t.unit_price" },
  defaultSort: "name",
  filters: {
    active: { column: "t.active", value: filterValues.flag },
    category: { column: "t.category", value: text({ max: 120 }) },
  },
  ranges: { created_at: { column: "t.created_at", value: "instant" } },
  counted: { kind: "product", by: {} },
};
