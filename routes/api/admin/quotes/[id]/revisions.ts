import * as z from "zod";
import { quoteRevision } from "@/lib/sales/quote_document.ts";
import { listRevisions } from "@/lib/sales/send_quote.ts";
import { asMember } from "@/lib/web/doors.ts";
import { endpoint } from "@/lib/web/endpoint.ts";
import { idParams } from "@/lib/web/fields.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "What was sent of a quotation, the latest first",
    params: idParams,
    returns: z.array(quoteRevision),
    run: ({ trx, member, params }) => listRevisions(trx, member, params.id),
  }),
});
