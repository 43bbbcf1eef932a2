import { quoteRecord, quoteRejection } from "@/lib/sales/quote.ts";
import { rejectQuote } from "@/lib/sales/quote_moves.ts";
import { asMember } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";
import { idParams } from "@/lib/web/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Note that the client has declined a quotation",
    params: idParams,
    body: quoteRejection,
    returns: quoteRecord,
    errors: ["invalid_transition"],
    run: ({ trx, member, params, body }) => rejectQuote(trx, member, params.id, body),
  }),
});
