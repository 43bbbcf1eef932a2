import { changeProducts, productBulk } from "@/lib/sales/products/bulk_products.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { bulkDescription, bulkErrors, bulkRecord } from "@/lib/records/bulk/bulk.ts";
import { bulkCall } from "@/lib/records/bulk/bulk_noun.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Change many products at once, or take such a change back",
    description: bulkDescription + " Trashing archives those that quotations have.",
    body: productBulk,
    returns: bulkRecord,
    errors: [...bulkErrors],
    run: async ({ body, ...call }) => await changeProducts(bulkCall(call), body),
  }),
});
