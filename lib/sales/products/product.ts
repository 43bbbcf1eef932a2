import * as z from "zod";
import * as field from "@/lib/input/fields.ts";
import { text } from "@/lib/input/input.ts";
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
export const productCreate = z.strictObject({ name: text({ max: 200 }), ...common })
  .meta({ id: "ProductCreate" });
export type ProductCreate = z.output<typeof productCreate>;

/** The body of PATCH: any subset. */
export const productPatch = z.strictObject({
  name: text({ max: 200 }).optional(),
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

export const productList: NounList = {
  words: "product",
  sorts: { name: "t.name", created_at: "t.created_at" },
  defaultSort: "name",
  filters: {
    active: { column: "t.active", value: filterValues.flag },
    category: { column: "t.category", value: text({ max: 120 }) },
  },
  ranges: { created_at: { column: "t.created_at", value: "instant" } },
  counted: { kind: "product", by: {} },
};
