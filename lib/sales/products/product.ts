import * as z from "zod";
import { listOf } from "@/lib/records/fields/list.ts";
import { createSchema, patchSchema, recordSchema } from "@/lib/records/fields/schemas.ts";
import { productFields } from "@/lib/sales/products/fields.ts";

/** A product or service of the catalog; what is quoted keeps a copy of its words and price. */

/** The body of POST. */
export const productCreate = createSchema(productFields).meta({ id: "ProductCreate" });
export type ProductCreate = z.output<typeof productCreate>;

/** The body of PATCH: any subset. */
export const productPatch = patchSchema(productFields).meta({ id: "ProductPatch" });
export type ProductPatch = z.output<typeof productPatch>;

/** A product as lists and records show it. */
export const productRecord = recordSchema(productFields).meta({ id: "Product" });

/** Usage of a product; amounts are net. */
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

export const productList = listOf(productFields, {
  words: "product",
  defaultSort: "name",
  counted: { kind: "product", by: {} },
});
