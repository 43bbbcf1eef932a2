import { SharedQuote } from "@/lib/panel/quotes/shared/SharedQuote.tsx";
import { readQuotePage } from "@/lib/sales/sharing/quote_page.ts";
import { answerNote, declineBody, linkParams, sharedQuote } from "@/lib/sales/sharing/share.ts";
import { declineSharedQuote } from "@/lib/sales/sharing/answer_quote.ts";
import { asLinkHolder } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { withForms } from "@/lib/http/form_post.ts";

export const handler = withForms(
  endpoint({
    POST: asLinkHolder({
      summary: "Decline the revision that was shown, and say why, until its last day",
      description: answerNote,
      params: linkParams,
      body: declineBody,
      takesForm: true,
      returns: sharedQuote,
      errors: ["quote_changed", "invalid_transition"],
      run: ({ trx, link, body }) => declineSharedQuote(trx, link, body),
    }),
  }),
  {
    read: readQuotePage,
    show: (page, path, refusal) => (
      <SharedQuote page={page} path={path} refused={{ verb: "reject", ...refusal }} />
    ),
  },
);
