import { quoteRecord } from "@/lib/sales/quote.ts";
import { restoreQuote } from "@/lib/sales/quotes.ts";
import { asMember } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";
import { idParams } from "@/lib/web/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Take a quotation out of the bin",
    params: idParams,
    returns: quoteRecord,
    run: ({ trx, member, params }) => restoreQuote(trx, member, params.id),
  }),
});
