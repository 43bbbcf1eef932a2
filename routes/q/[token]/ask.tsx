import { SharedQuote } from "@/lib/panel/quotes/shared/SharedQuote.tsx";
import { askSharedQuote } from "@/lib/sales/sharing/ask_quote.ts";
import { readQuotePage } from "@/lib/sales/sharing/quote_page.ts";
import { linkParams, questionBody, sharedQuote } from "@/lib/sales/sharing/share.ts";
import { asLinkHolder } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { withForms } from "@/lib/http/form_post.ts";

export const handler = withForms(
  endpoint({
    POST: asLinkHolder({
      summary: "Ask about a quotation by its link",
      description:
        "Also past its last day and while it is being revised. The company reads it on the " +
        "quotation and answers there; both stand in `said`. Ten may wait for an answer, one more " +
        "is `limit_reached`; the last question once more changes nothing. In the trash the " +
        "quotation is `link_expired`. A form post is answered with 303 to the quotation's page, " +
        "or with that page and what was wrong; `Accept: application/json` asks for JSON.",
      params: linkParams,
      body: questionBody,
      takesForm: true,
      returns: sharedQuote,
      errors: ["limit_reached"],
      run: ({ trx, link, body }) => askSharedQuote(trx, link, body),
    }),
  }),
  {
    read: readQuotePage,
    show: (page, path, refusal) => (
      <SharedQuote page={page} path={path} refused={{ verb: "ask", ...refusal }} />
    ),
  },
);
