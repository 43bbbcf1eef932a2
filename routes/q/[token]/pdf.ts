import * as z from "zod";
import { speak } from "@/lib/words/language.ts";
import { quotationWords } from "@/lib/words/quotations/quotation.ts";
import { linkParams } from "@/lib/sales/sharing/share.ts";
import { printSharedQuote } from "@/lib/sales/sharing/shared_quote.ts";
import { asLinkHolder } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { withErrorPages } from "@/lib/http/form_post.ts";
import { linkHeaders } from "@/lib/http/pages.ts";
import { pdfResponse } from "@/lib/http/pdf.ts";

export const handler = withErrorPages(endpoint({
  GET: asLinkHolder({
    summary: "A quotation as a PDF, by its link",
    description: "What was sent last, with the last day that the offer has by now. A draft, also " +
      "one that was recalled, is `invalid_transition`. It counts as no view.",
    params: linkParams,
    returns: z.string(),
    mediaType: "application/pdf",
    errors: ["invalid_transition", "too_large"],
    runWithoutTransaction: async ({ link, inCompany, services }) => {
      const printable = await inCompany((trx) => printSharedQuote(trx, link));
      const { number, language } = printable.document;
      const name = `${speak(quotationWords, language).kind} ${number}`;
      return pdfResponse(
        await services.pdfRenderer.print(printable, services.groups.of(link.companyId)),
        name,
        linkHeaders,
      );
    },
  }),
}));
