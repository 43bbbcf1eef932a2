import { quoteRecord } from "@/lib/sales/quote.ts";
import { recallQuote } from "@/lib/sales/quote_moves.ts";
import { asMember } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";
import { idParams } from "@/lib/web/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Take a sent quotation back to edit it",
    params: idParams,
    returns: quoteRecord,
    errors: ["invalid_transition"],
    run: ({ trx, member, params }) => recallQuote(trx, member, params.id),
  }),
});
