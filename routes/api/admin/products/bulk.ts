import { changeProducts, productBulk } from "@/lib/sales/products/bulk_products.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { bulkDescription, bulkErrors, bulkRecord } from "@/lib/records/bulk/bulk.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Change many products at once, or take such a change back",
    description: bulkDescription + " Trashing archives those that quotations have.",
    body: productBulk,
    returns: bulkRecord,
    errors: [...bulkErrors],
    run: async ({ trx, member, body, language }) =>
      await changeProducts({ trx, member, language, now: new Date() }, body),
  }),
});
