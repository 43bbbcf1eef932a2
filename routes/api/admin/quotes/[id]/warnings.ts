import * as z from "zod";
import { listWarnings, quoteWarning } from "@/lib/sales/sharing/quote_warnings.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { idParams } from "@/lib/input/fields.ts";

export const handler = endpoint({
  GET: asMember({
    summary: "Slips in a quotation that are worth a look before it is sent",
    description: "Prices of zero or below the catalog's cost, the same line twice, a client " +
      "without a tax id. None of them forbids sending.",
    params: idParams,
    returns: z.array(quoteWarning),
    run: ({ trx, member, params }) => listWarnings(trx, member, params.id),
  }),
});
