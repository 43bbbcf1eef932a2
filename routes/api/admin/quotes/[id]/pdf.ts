import * as z from "zod";
import { speak } from "@/lib/words/language.ts";
import { quotationWords } from "@/lib/words/quotations/quotation.ts";
import { findPrintable } from "@/lib/sales/document/quote_documents.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";
import { queryInteger } from "@/lib/input/input.ts";
import { pdfResponse } from "@/lib/http/pdf.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "A quotation as a PDF",
    description: "A draft as it would be sent now, marked as one; else what was sent last, with " +
      "the last day that the offer has by now. `revision` asks for what was sent then. One of " +
      "more than some hundred pages is `too_large`.",
    params: idParams,
    query: z.strictObject({
      revision: queryInteger({ min: 1, max: 2 ** 31 - 1 }).optional().meta({
        description: "Number of the revision: how many times the quotation was sent by then.",
      }),
    }),
    returns: z.string(),
    mediaType: "application/pdf",
    errors: ["too_large"],
    runWithoutTransaction: async ({ params, query, asMember, services }) => {
      const { printable, companyId } = await asMember(async ({ trx, member }) => ({
        printable: await findPrintable(trx, member, params.id, query.revision),
        companyId: member.companyId,
      }));
      const { number, language } = printable.document;
      const name = `${speak(quotationWords, language).kind} ${number}`;
      return pdfResponse(
        await services.pdfRenderer.print(printable, services.groups.of(companyId)),
        name,
      );
    },
  }),
});
