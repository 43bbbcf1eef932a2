import { quoteRecord } from "@/lib/sales/quote.ts";
import { shareQuote, unshareQuote } from "@/lib/sales/share_quote.ts";
import { madeShare, shareBody } from "@/lib/sales/share.ts";
import { asMember } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";
import { created } from "@/lib/web/envelope.ts";
import { idParams } from "@/lib/web/fields.ts";

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
