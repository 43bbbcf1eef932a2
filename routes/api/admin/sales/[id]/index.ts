import { salePatch, saleRecord } from "@/lib/sales/sales/sale.ts";
import { changeSale, findSale } from "@/lib/sales/sales/sales.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Read a sale",
    description: "A cancelled one is read like any other.",
    params: idParams,
    returns: saleRecord,
    run: ({ trx, member, params }) => findSale(trx, member, params.id),
  }),
  PATCH: asMember({
    summary: "Change what a sale promises and notes",
    description:
      "Fields that are absent stay as they are, null empties one. A new `promised_date` " +
      "moves the delivery tasks that are not done, unless the sale is cancelled.",
    params: idParams,
    body: salePatch,
    returns: saleRecord,
    errors: ["version_conflict"],
    run: ({ trx, member, params, body }) => changeSale(trx, member, params.id, body),
  }),
});
