import * as z from "zod";
import { quoteRecord, shareRecord } from "@/lib/sales/quotes/quote.ts";
import { listQuoteShares, shareQuote, unshareQuote } from "@/lib/sales/sharing/share_quote.ts";
import { madeShare, shareBody, shareQuery } from "@/lib/sales/sharing/share.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { created } from "@/lib/http/envelope.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "A quotation's live links, the newest first",
    description: "Who made each, when, and how often it was opened; never its secret.",
    params: idParams,
    returns: z.array(shareRecord),
    run: ({ trx, member, params }) => listQuoteShares(trx, member, params.id),
  }),
  POST: asMember({
    summary: "Make a link that a client reads and answers a quotation by",
    description:
      "Its secret is shown this once. Links live side by side, each until it is revoked " +
      "or 90 days after the last day on which it takes an answer.",
    params: idParams,
    body: shareBody,
    returns: madeShare,
    status: 201,
    errors: ["version_conflict"],
    run: async ({ trx, member, params, body, services }) => {
      const share = await shareQuote(trx, member, params.id, body, services.config.publicUrl);
      return created(share, share.url);
    },
  }),
  DELETE: asMember({
    summary: "Revoke all links of a quotation, or the one that `id` names",
    description:
      "For good: another link has another secret. Where there is none to revoke, nothing " +
      "changes.",
    params: idParams,
    query: shareQuery,
    returns: quoteRecord,
    run: ({ trx, member, params, query }) => unshareQuote(trx, member, params.id, query.id),
  }),
});
