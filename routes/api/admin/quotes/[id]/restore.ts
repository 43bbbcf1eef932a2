import { quoteRecord } from "@/lib/sales/quotes/quote.ts";
import { restoreQuote } from "@/lib/sales/quotes/quotes.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Take a quotation out of the bin",
    params: idParams,
    returns: quoteRecord,
    run: ({ trx, member, params }) => restoreQuote(trx, member, params.id),
  }),
});
