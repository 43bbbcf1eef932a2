import { duplicateQuote } from "@/lib/sales/quotes/create_quote.ts";
import { quoteRecord } from "@/lib/sales/quotes/quote.ts";
import { asMember } from "@/lib/http/guards.ts";
import { endpoint } from "@/lib/http/endpoint.ts";
import { created } from "@/lib/http/envelope.ts";
import { idParams, versionBody } from "@/lib/input/fields.ts";
import { checkRoom } from "@/lib/records/room.ts";

export const handler = endpoint({
  POST: asMember({
    summary: "Draft a quotation like this one",
    description: "With the same words and lines, a number of its own, and dates from today.",
    params: idParams,
    body: versionBody,
    returns: quoteRecord,
    status: 201,
    errors: ["version_conflict", "limit_reached"],
    run: async ({ trx, member, params, body, services }) => {
      await checkRoom(trx, member, "quote", services.config.bounds.recordsPerCompany);
      const quote = await duplicateQuote(trx, member, params.id, body);
      return created(quote, `/api/admin/quotes/${quote.id}`);
    },
  }),
});
