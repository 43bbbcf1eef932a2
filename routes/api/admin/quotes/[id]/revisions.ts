import * as z from "zod";
import { quoteRevision } from "@/lib/sales/document/quote_document.ts";
import { listRevisions } from "@/lib/sales/sharing/send_quote.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "What was sent of a quotation, the latest first",
    description:
      "Each as it was sent: no later change of the quotation, its client or the company " +
      "touches it.",
    params: idParams,
    returns: z.array(quoteRevision),
    run: ({ trx, member, params }) => listRevisions(trx, member, params.id),
  }),
});
