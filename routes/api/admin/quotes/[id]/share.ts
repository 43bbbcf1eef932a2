import { quoteRecord } from "@/lib/sales/quotes/quote.ts";
import { shareQuote, unshareQuote } from "@/lib/sales/sharing/share_quote.ts";
import { madeShare, shareBody } from "@/lib/sales/sharing/share.ts";
import { asMember } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { created } from "@/lib/http/envelope.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Make the link that a client reads and answers a quotation by",
    description: "Its secret is shown this once. A link that was made before stops working.",
    params: idParams,
    body: shareBody,
    returns: madeShare,
    status: 201,
    run: async ({ trx, member, params, body, services }) => {
      const share = await shareQuote(trx, member, params.id, body, services.config.publicUrl);
      return created(share, share.url);
    },
  }),
  DELETE: asMember({
    summary: "Stop a quotation's link from working",
    params: idParams,
    returns: quoteRecord,
    run: ({ trx, member, params }) => unshareQuote(trx, member, params.id),
  }),
});
