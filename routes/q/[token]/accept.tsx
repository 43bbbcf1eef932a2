import { SharedQuote } from "@/lib/panel/quotes/shared/SharedQuote.tsx";
import { readQuotePage } from "@/lib/sales/sharing/quote_page.ts";
import { acceptBody, answerNote, linkParams, sharedQuote } from "@/lib/sales/sharing/share.ts";
import { acceptSharedQuote } from "@/lib/sales/sharing/answer_quote.ts";
import { asLinkHolder } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { withForms } from "@/lib/http/form_post.ts";

export const handler = withForms(
  endpoint({
    POST: asLinkHolder({
      summary: "Accept the revision that was shown, until its last day",
      description: answerNote,
      params: linkParams,
      body: acceptBody,
      takesForm: true,
      returns: sharedQuote,
      errors: ["quote_changed", "invalid_transition"],
      run: ({ trx, link, body }) => acceptSharedQuote(trx, link, body),
    }),
  }),
  {
    read: readQuotePage,
    show: (page, path, refusal) => (
      <SharedQuote page={page} path={path} refused={{ verb: "accept", ...refusal }} />
    ),
  },
);
