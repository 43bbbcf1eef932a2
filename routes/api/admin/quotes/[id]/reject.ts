import { quoteRecord, quoteRejection } from "@/lib/sales/quotes/quote.ts";
import { rejectQuote } from "@/lib/sales/quotes/quote_moves.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Note that the client has declined a quotation",
    description: "As the client does by the link; `/reopen` makes a draft of it again. 409 " +
      "`invalid_transition` unless it is `sent`.",
    params: idParams,
    body: quoteRejection,
    returns: quoteRecord,
    errors: ["version_conflict", "invalid_transition"],
    run: ({ trx, member, params, body }) => rejectQuote(trx, member, params.id, body),
  }),
});
