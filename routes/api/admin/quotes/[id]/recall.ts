import { quoteRecord } from "@/lib/sales/quotes/quote.ts";
import { recallQuote } from "@/lib/sales/quotes/quote_moves.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams, versionBody } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Take a sent quotation back to edit it",
    description:
      "It is a draft again; the revision that was sent is kept, and sending makes the next " +
      "one. A message that was to bring it and was not tried yet is cancelled; `delivery` says " +
      "whether one is out already. 409 `invalid_transition` unless it is `sent`.",
    params: idParams,
    body: versionBody,
    returns: quoteRecord,
    errors: ["version_conflict", "invalid_transition"],
    run: ({ trx, member, params, body }) => recallQuote(trx, member, params.id, body),
  }),
});
