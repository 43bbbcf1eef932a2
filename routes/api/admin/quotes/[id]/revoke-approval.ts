import { quoteRecord } from "@/lib/sales/quotes/quote.ts";
import { revokeApproval } from "@/lib/sales/quotes/quote_moves.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams, versionBody } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Take back that a quotation was approved",
    description:
      "It is `sent` again, and can be answered anew. 409 `invalid_transition` unless it is " +
      "`approved`: once sold it stays so.",
    params: idParams,
    body: versionBody,
    returns: quoteRecord,
    errors: ["version_conflict", "invalid_transition"],
    run: ({ trx, member, params, body }) => revokeApproval(trx, member, params.id, body),
  }),
});
