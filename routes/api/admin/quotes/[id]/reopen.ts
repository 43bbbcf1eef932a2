import { quoteRecord } from "@/lib/sales/quote.ts";
import { reopenQuote } from "@/lib/sales/quote_moves.ts";
import { asMember } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";
import { idParams } from "@/lib/web/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Make a draft of a rejected quotation",
    params: idParams,
    returns: quoteRecord,
    errors: ["invalid_transition"],
    run: ({ trx, member, params }) => reopenQuote(trx, member, params.id),
  }),
});
