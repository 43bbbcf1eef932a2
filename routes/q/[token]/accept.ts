import { acceptBody, linkParams, sharedQuote } from "@/lib/sales/share.ts";
import { acceptSharedQuote } from "@/lib/sales/shared_quote.ts";
import { asLinkHolder } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";

export const handler = endpoint({
  POST: asLinkHolder({
    summary: "Accept a quotation, once and until its last day",
    params: linkParams,
    body: acceptBody,
    returns: sharedQuote,
    errors: ["invalid_transition"],
    run: ({ trx, link, body }) => acceptSharedQuote(trx, link, body.name),
  }),
});
