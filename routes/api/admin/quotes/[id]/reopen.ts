import { quoteRecord } from "@/lib/sales/quotes/quote.ts";
import { reopenQuote } from "@/lib/sales/quotes/quote_moves.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams, versionBody } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Make a draft of a rejected quotation",
    description:
      "What was sent is kept as its revisions, and the opportunity stays as it is. 409 " +
      "`invalid_transition` unless it is `rejected`.",
    params: idParams,
    body: versionBody,
    returns: quoteRecord,
    errors: ["version_conflict", "invalid_transition"],
    run: ({ trx, member, params, body }) => reopenQuote(trx, member, params.id, body),
  }),
});
