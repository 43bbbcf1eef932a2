import { quoteApproval, quoteRecord } from "@/lib/sales/quote.ts";
import { approveQuote } from "@/lib/sales/quote_moves.ts";
import { asMember } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";
import { idParams } from "@/lib/web/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Note that the client has accepted a quotation",
    description: "Also after `valid_until`. `name` is who accepted.",
    params: idParams,
    body: quoteApproval,
    returns: quoteRecord,
    errors: ["invalid_transition"],
    run: ({ trx, member, params, body }) =>
      approveQuote(trx, member, params.id, { name: body.name, via: "employee" }),
  }),
});
