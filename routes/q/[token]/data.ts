import { linkParams, sharedQuote } from "@/lib/sales/sharing/share.ts";
import { viewSharedQuote } from "@/lib/sales/sharing/shared_quote.ts";
import { asLinkHolder } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { reply } from "@/lib/http/envelope.ts";

export const handler = endpoint({
  GET: asLinkHolder({
    summary: "Read a quotation by its link",
    description:
      "Until 90 days after its last day; past that day `expired` says so. It counts as " +
      "a view.",
    params: linkParams,
    returns: sharedQuote,
    run: async ({ trx, link }) =>
      reply(await viewSharedQuote(trx, link), { headers: { "X-Robots-Tag": "noindex" } }),
  }),
});
