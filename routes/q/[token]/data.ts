import { linkParams, sharedQuote } from "@/lib/sales/share.ts";
import { viewSharedQuote } from "@/lib/sales/shared_quote.ts";
import { asLinkHolder } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";
import { reply } from "@/lib/web/envelope.ts";

export const handler = endpoint({
  GET: asLinkHolder({
    summary: "Read a quotation by its link",
    params: linkParams,
    returns: sharedQuote,
    run: async ({ trx, link }) =>
      reply(await viewSharedQuote(trx, link), { headers: { "X-Robots-Tag": "noindex" } }),
  }),
});
