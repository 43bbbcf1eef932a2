import { declineBody, linkParams, sharedQuote } from "@/lib/sales/share.ts";
import { declineSharedQuote } from "@/lib/sales/shared_quote.ts";
import { asLinkHolder } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";

export const handler = endpoint({
  POST: asLinkHolder({
    summary: "Decline a quotation and say why, once and until its last day",
    params: linkParams,
    body: declineBody,
    returns: sharedQuote,
    errors: ["invalid_transition"],
    run: ({ trx, link, body }) => declineSharedQuote(trx, link, body.reason),
  }),
});
