import { quoteApproval, quoteRecord } from "@/lib/sales/quotes/quote.ts";
import { approveQuote } from "@/lib/sales/quotes/quote_moves.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Note that the client has accepted a quotation",
    description: "Also after `valid_until`. `name` is who accepted.",
    params: idParams,
    body: quoteApproval,
    returns: quoteRecord,
    errors: ["version_conflict", "invalid_transition"],
    run: ({ trx, member, params, body }) =>
      approveQuote(trx, member, params.id, { ...body, via: "employee" }),
  }),
});
