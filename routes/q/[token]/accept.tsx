import { SharedQuote } from "@/components/SharedQuote.tsx";
import { readQuotePage } from "@/lib/sales/quote_page.ts";
import { acceptBody, formNote, linkParams, sharedQuote } from "@/lib/sales/share.ts";
import { acceptSharedQuote } from "@/lib/sales/shared_quote.ts";
import { asLinkHolder } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";
import { withForms } from "@/lib/web/form_post.ts";
import { linkHeaders, readFront } from "@/lib/web/page.ts";

export const handler = withForms(
  endpoint({
    POST: asLinkHolder({
      summary: "Accept a quotation, once and until its last day",
      description: formNote,
      params: linkParams,
      body: acceptBody,
      takesForm: true,
      returns: sharedQuote,
      errors: ["invalid_transition"],
      run: ({ trx, link, body }) => acceptSharedQuote(trx, link, body.name),
    }),
  }),
  {
    next: ({ url }) => url.pathname.replace(/\/accept\/?$/, ""),
    refused: async (ctx, problem, typed) => {
      const page = await readFront(ctx, (call) => readQuotePage(call, { isGlance: true }));
      const path = ctx.url.pathname.replace(/\/accept\/?$/, "");
      return await ctx.render(
        <SharedQuote page={page} path={path} refused={{ verb: "accept", problem, typed }} />,
        { status: problem.status, headers: linkHeaders },
      );
    },
  },
);
