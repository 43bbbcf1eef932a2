import { quoteRecord } from "@/lib/sales/quotes/quote.ts";
import { recallQuote } from "@/lib/sales/quotes/quote_moves.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams, versionBody } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Take a sent quotation back to edit it",
    params: idParams,
    body: versionBody,
    returns: quoteRecord,
    errors: ["version_conflict", "invalid_transition"],
    run: ({ trx, member, params, body }) => recallQuote(trx, member, params.id, body),
  }),
});
