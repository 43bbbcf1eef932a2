import { SharedQuote } from "@/components/SharedQuote.tsx";
import { readQuotePage } from "@/lib/sales/sharing/quote_page.ts";
import { declineBody, formNote, linkParams, sharedQuote } from "@/lib/sales/sharing/share.ts";
import { declineSharedQuote } from "@/lib/sales/sharing/shared_quote.ts";
import { asLinkHolder } from "@/lib/http/doors.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { withForms } from "@/lib/http/form_post.ts";

export const handler = withForms(
  endpoint({
    POST: asLinkHolder({
      summary: "Decline a quotation and say why, once and until its last day",
      description: formNote,
      params: linkParams,
      body: declineBody,
      takesForm: true,
      returns: sharedQuote,
      errors: ["invalid_transition"],
      run: ({ trx, link, body }) => declineSharedQuote(trx, link, body.reason),
    }),
  }),
  {
    read: readQuotePage,
    show: (page, path, refusal) => (
      <SharedQuote page={page} path={path} refused={{ verb: "reject", ...refusal }} />
    ),
  },
);
