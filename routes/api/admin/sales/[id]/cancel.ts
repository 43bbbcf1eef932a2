import { cancelSale } from "@/lib/sales/cancel_sale.ts";
import { saleCancellation, saleRecord } from "@/lib/sales/sale.ts";
import { asMember } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";
import { idParams } from "@/lib/web/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Cancel a sale",
    description: "Its quotation stays sold; delivery tasks that are not done go into the bin.",
    params: idParams,
    body: saleCancellation,
    returns: saleRecord,
    errors: ["invalid_transition"],
    run: ({ trx, member, params, body }) => cancelSale(trx, member, params.id, body.reason),
  }),
});
