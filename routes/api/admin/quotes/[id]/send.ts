import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";
import { quoteRecord } from "@/lib/sales/quotes/quote.ts";
import { sendBody } from "@/lib/sales/sharing/quote_message.ts";
import { sendByMessage } from "@/lib/sales/sharing/send_by_message.ts";
import { sendQuote } from "@/lib/sales/sharing/send_quote.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Offer a draft to its client",
    params: idParams,
    body: sendBody,
    returns: quoteRecord,
    description:
      "It needs a line, and a `valid_until` that has not passed. What is sent is kept as " +
      "the next revision; later changes of brand or client leave it alone. With `message` it " +
      "leaves by an account, with a link and its PDF, in the client's conversation: all of it or " +
      "nothing. Cancelled within its 10 s, the quotation is a draft again. One of some hundred " +
      "pages is `too_large`. One whose `approval` is needed stays.",
    errors: [
      ...["version_conflict", "invalid_transition", "approval_needed"] as const,
      ...["too_large", "limit_reached", "address_refused", "window_closed"] as const,
    ],
    runWithoutTransaction: async ({ params, body, asMember, services, language }) => {
      const { id } = params;
      const { version, message } = body;
      if (!message) {
        return await asMember(({ trx, member }) => sendQuote(trx, member, id, { version }));
      }
      const { config, pdfRenderer, groups } = services;
      return await sendByMessage({
        open: asMember,
        print: (printable, companyId) => pdfRenderer.print(printable, groups.of(companyId)),
        publicUrl: config.publicUrl,
        filesBytesPerCompany: config.filesBytesPerCompany,
        language,
      }, { id, version, message });
    },
  }),
});
