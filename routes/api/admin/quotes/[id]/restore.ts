import { quoteRecord } from "@/lib/sales/quotes/quote.ts";
import { restoreQuote } from "@/lib/sales/quotes/quotes.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams, versionBody } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Take a quotation out of the trash",
    description: "With the number that it had. 404 unless it is in the trash.",
    params: idParams,
    body: versionBody,
    returns: quoteRecord,
    errors: ["version_conflict"],
    run: ({ trx, member, params, body }) => restoreQuote(trx, member, params.id, body),
  }),
});
