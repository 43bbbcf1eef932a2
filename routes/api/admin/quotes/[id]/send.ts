import { quoteRecord } from "@/lib/sales/quotes/quote.ts";
import { sendQuote } from "@/lib/sales/sharing/send_quote.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams, versionBody } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Offer a draft to its client",
    params: idParams,
    body: versionBody,
    returns: quoteRecord,
    description:
      "It needs a line, and a `valid_until` that has not passed. What is sent is kept as " +
      "the next revision; later changes of brand or client leave it alone.",
    errors: ["version_conflict", "invalid_transition"],
    run: ({ trx, member, params, body }) => sendQuote(trx, member, params.id, body),
  }),
});
