import { cancelSale } from "@/lib/sales/sales/cancel_sale.ts";
import { saleCancellation, saleRecord } from "@/lib/sales/sales/sale.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Cancel a sale",
    description: "Its quotation stays sold; delivery tasks that are not done go into the trash.",
    params: idParams,
    body: saleCancellation,
    returns: saleRecord,
    errors: ["version_conflict", "invalid_transition"],
    run: ({ trx, member, params, body }) => cancelSale(trx, member, params.id, body),
  }),
});
